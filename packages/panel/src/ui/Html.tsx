import createDOMPurify from "dompurify";
import { useMemo } from "react";
import { cx } from "./cx.ts";

/** Text and its structure: nothing that loads, sends, styles or names anything. The server allows no more either. */
const policy = {
  ALLOWED_TAGS: ["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code"].concat(
    ["a", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup", "small", "abbr", "ul", "ol", "li"],
    ["dl", "dt", "dd", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
  ),
  ALLOWED_ATTR: ["href", "title", "start", "colspan", "rowspan", "scope"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
};

/** The page has its own title: a text that begins with one has its headings a level lower. Before it is sanitised. */
const belowTitle = (html: string): string =>
  /<h1[\s>]/i.test(html)
    ? html.replaceAll(
        /(<\/?h)([1-5])(?=[\s>])/gi,
        (_, tag: string, level: string) => `${tag}${Number(level) + 1}`,
      )
    : html;

// An instance of its own: a hook holds for all who share one.
const purifier = createDOMPurify(window);
purifier.addHook("afterSanitizeAttributes", (element) => {
  if (element.tagName !== "A" || !element.hasAttribute("href")) return;
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer nofollow");
});

const typography = [
  "leading-relaxed wrap-anywhere [&>*:first-child]:mt-0",
  "[&_:is(h2,h3,h4,h5,h6)]:mt-7 [&_:is(h2,h3,h4,h5,h6)]:mb-2 [&_:is(h2,h3,h4,h5,h6)]:text-balance",
  "[&_h2]:text-base [&_h2]:font-[650] [&_:is(h3,h4,h5,h6)]:font-semibold",
  "[&_:is(p,ul,ol,dl,table,pre,blockquote)]:my-3 [&_p]:text-pretty [&_hr]:my-6 [&_hr]:border-line",
  "[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:pl-6 [&_li]:my-1 [&_li]:marker:text-muted",
  "[&_dt]:font-semibold [&_dd]:pl-6 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_blockquote]:text-muted",
  "[&_a]:rounded-sm [&_a]:font-medium [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2 [&_a]:hover:decoration-2",
  "[&_:is(th,td)]:border [&_:is(th,td)]:border-line [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1.5 [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top [&_th]:bg-subtle [&_th]:font-semibold",
  "[&_code]:font-mono [&_code]:text-label [&_pre]:whitespace-pre-wrap [&_pre]:rounded-control [&_pre]:bg-subtle [&_pre]:p-3",
].join(" ");

export interface HtmlProps {
  /** The operator's, sanitised by the server; sanitised here again, by the parser that will draw it. */
  html: string;
  className?: string;
}

/** Formatted text that comes as HTML. The only place of the panel where HTML is not made by React. */
export function Html({ html, className }: HtmlProps) {
  const clean = useMemo(() => purifier.sanitize(belowTitle(html), policy), [html]);
  return <div className={cx(typography, className)} dangerouslySetInnerHTML={{ __html: clean }} />;
}
