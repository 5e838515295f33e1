import { lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, createElement } from "react";
import { loadWords, type WordGroup } from "../i18n/i18n.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A page and the words it says, fetched together when they are first wanted. */
export const page = <Props extends object>(load: Load<Props>, words: readonly WordGroup[]) =>
  lazyRouteComponent(async () => {
    const [{ default: Page }] = await Promise.all([load(), loadWords(...words)]);
    return { default: (props: Props) => createElement(Page, props) };
  });

/** The same for a page that is made with React Aria, which wants to know the language and the router. */
export const ariaPage = (load: Load<object>, words: readonly WordGroup[]) =>
  page(async () => {
    const [{ AriaProviders }, { default: Page }] = await Promise.all([
      import("../shell/AriaProviders.tsx"),
      load(),
    ]);
    return { default: () => createElement(AriaProviders, null, createElement(Page)) };
  }, words);
