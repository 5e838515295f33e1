import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, createElement } from "react";
import { noAnswer } from "../api/errors.ts";
import { part } from "../part.ts";
import { loadWords, type WordGroup } from "../i18n/i18n.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A page and the words it says, fetched together when they are first wanted. */
export const page = <Props extends object>(load: Load<Props>, words: readonly WordGroup[]) => {
  let refusal: Error | null = null;
  const fetchAll = part(() => Promise.all([load(), loadWords(...words)]));
  const Lazy = lazyRouteComponent(async () => {
    const [{ default: Page }] = await fetchAll().catch((error: unknown) => {
      // For the browser's own error the router would reload the document: offline that leads to no page at all.
      if (navigator.onLine) throw error;
      throw (refusal = noAnswer());
    });
    refusal = null;
    return { default: (props: Props) => createElement(Page, props) };
  });
  const { preload } = Lazy;
  // Only what fails here is fetched again when the page is tried again.
  Lazy.preload = async () => {
    await preload?.();
    if (refusal) throw refusal;
  };
  return Lazy;
};

/** The same for a page that is made with React Aria, which wants to know the language and the router. */
export const ariaPage = (load: Load<object>, words: readonly WordGroup[]) =>
  page(async () => {
    const [{ AriaProviders }, { default: Page }] = await Promise.all([
      import("../shell/AriaProviders.tsx"),
      load(),
    ]);
    return { default: () => createElement(AriaProviders, null, createElement(Page)) };
  }, words);
