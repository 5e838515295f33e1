import * as z from "zod/mini";
import type { Needs } from "./permissions.ts";

/** Forms and queries carry strings; a repeated name carries a list of them. */
type FormInput = z.ZodMiniObject;
type Reply = z.ZodMiniType;

/**
 * One call of the API, written once. Client types, routes, validation, permission checks, OpenAPI and the generated
 * tests follow from it.
 *
 * - `path` is below the API's base path, begins and ends with `/`, parameters as `{id}`.
 * - `changes` marks a call that changes something. A changing GET also answers to POST (contract, "Transport").
 * - `multipart` where the body may be `multipart/form-data`, as the panel sends it; all others are form-encoded.
 * - `file` is the media type where the reply is not an envelope but a file or a stream.
 */
export interface Call {
  readonly method: "GET" | "POST" | "GET|POST";
  readonly path: `/${string}/`;
  readonly needs: Needs;
  readonly changes?: true;
  readonly multipart?: true;
  readonly file?: `${string}/${string}`;
  readonly input?: FormInput;
  readonly reply: Reply;
}

export const call = <const C extends Call>(spec: C): C => spec;

type Split<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Split<Rest> : never;
/** Ids in the path, all positive integers: `{ id: number; zid: number }`. */
export type PathParams<C extends Call> = { [Name in Split<C["path"]>]: number };

/** A call that takes no fields. */
export type NoFields = Readonly<Record<string, never>>;

/** What the form sends (before parsing) and what the handler gets (after it). */
export type FormOf<C extends Call> = C["input"] extends FormInput ? z.input<C["input"]> : NoFields;
export type InputOf<C extends Call> = C["input"] extends FormInput ? z.output<C["input"]> : NoFields;
export type ReplyOf<C extends Call> = z.output<C["reply"]>;
/** What a handler may return before the reply schema cuts undeclared fields. */
export type ReplyInputOf<C extends Call> = z.input<C["reply"]>;

/** A reply without data: `data` is null, the news is in `info`. */
export const nothing = z.null();

const param = /\{(\w+)\}/g;
export const pathParams = (path: string): string[] => [...path.matchAll(param)].map((m) => m[1]!);

/** The address of a call below the base path: `pathOf("/service/{id}/dns/list/", { id: 7 })`. */
export const pathOf = (path: string, params: Record<string, number>): string =>
  path.replace(param, (_, name: string) => String(params[name]));

/**
 * The grammar of an id in a path: a positive integer of up to 15 digits, all of which a number holds exactly; `01`, `+1`
 * and `1e3` are no ids.
 */
export const idPattern = /^[1-9]\d{0,14}$/;
