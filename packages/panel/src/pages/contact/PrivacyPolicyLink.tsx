import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { query } from "../../api/query.ts";

const PrivacyPolicyDialog = lazy(() => import("./PrivacyPolicyDialog.tsx"));

const style =
  "cursor-pointer rounded-sm font-medium text-link underline underline-offset-2 hover:decoration-2 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center";

/**
 * Opens the company's privacy policy: here, or in a window of its own where the company keeps it elsewhere. Asked for
 * with the page, because a link must lead somewhere when it is pressed: browsers block windows opened after a wait.
 */
export function PrivacyPolicyLink({ children }: { children: ReactNode }) {
  const { data } = useQuery(query("legalPrivacyPolicy"));
  const [isOpen, setOpen] = useState(false);
  if (data?.redirecTo !== undefined)
    return (
      <a href={data.redirecTo} target="_blank" rel="noopener noreferrer" className={style}>
        {children}
      </a>
    );
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={style}>
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <PrivacyPolicyDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
