import { useEffect } from "react";
import { useConfig } from "../session/config.ts";

/** The window's title: "{page} / {company}". */
export function useTitle(page: string): void {
  const { company } = useConfig();
  useEffect(() => {
    document.title = `${page} / ${company}`;
  }, [page, company]);
}
