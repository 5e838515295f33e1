import type { ComponentType } from "react";

/** One line of the palette. */
export interface Entry {
  /** Unique among all lines. */
  readonly id: string;
  readonly label: string;
  /** Behind the label: the area of a holding. */
  readonly note?: string;
  /** Other words to find it by. */
  readonly keywords?: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
  /** A name that a machine reads too, such as a domain. */
  readonly isName?: boolean;
  readonly run: () => void;
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Without case and accents: «mas» finds «más». */
export const fold = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

const splitter = /[^\p{L}\p{N}]+/u;

/** Whether each typed word begins one of the entry's words. */
export function matches({ label, note = "", keywords = "" }: Entry, text: string): boolean {
  const known = fold(`${label} ${note} ${keywords}`).split(splitter);
  const typed = fold(text).split(splitter).filter(Boolean);
  return typed.every((word) => known.some((other) => other.startsWith(word)));
}

/** What is typed names a holding, and after a space one of its areas: `example.com dns`. */
export function splitText(text: string): { name: string; area: string } {
  const [name = "", ...rest] = text.trim().split(/\s+/);
  return { name, area: rest.join(" ") };
}
