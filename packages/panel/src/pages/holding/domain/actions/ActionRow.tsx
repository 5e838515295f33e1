import type { Domain, PendingChange } from "@atrio/contract";
import type { ReactNode } from "react";
import { PendingNote } from "../section/PendingNote.tsx";

export interface ActionRowProps {
  titleId?: string;
  textId?: string;
  title: string;
  /** What it is for, in plain words. */
  text: string;
  domain: Domain;
  pending?: PendingChange;
  /** The control. */
  children: ReactNode;
}

export const ActionRow = ({ titleId, textId, title, text, domain, pending, children }: ActionRowProps) => (
  <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
    <div className="min-w-0">
      <p id={titleId} className="font-medium">
        {title}
      </p>
      <p id={textId} className="text-small text-pretty text-muted">
        {text}
      </p>
      {pending && <PendingNote domain={domain} kinds={[pending]} />}
    </div>
    {children}
  </li>
);
