/** PHP's settings of a site: in the contract's words, and in PHP's own as they are stored and handed to it. */
import type { PhpSettings } from "@atrio/contract";
import * as z from "zod/mini";

/** What is sent with an uploaded file. */
const formMegabytes = 8;

const megabytes = z.optional(z.string().check(z.regex(/^\d+M$/)));
const stored = z.object({
  memory_limit: megabytes,
  upload_max_filesize: megabytes,
  max_execution_time: z.optional(z.string().check(z.regex(/^\d+$/))),
  display_errors: z.optional(z.enum(["0", "1"])),
});

const numberOf = (text: string | undefined): number | null =>
  text === undefined ? null : Number.parseInt(text, 10);

export function readPhpSettings(directives: unknown): PhpSettings {
  const { display_errors: shown, ...rest } = stored.parse(directives);
  return {
    memoryMegabytes: numberOf(rest.memory_limit),
    uploadMegabytes: numberOf(rest.upload_max_filesize),
    executionSeconds: numberOf(rest.max_execution_time),
    displayErrors: shown === undefined ? null : shown === "1",
  };
}

export function directivesOf(settings: PhpSettings): Readonly<Record<string, string>> {
  const { memoryMegabytes, uploadMegabytes, executionSeconds, displayErrors } = settings;
  return {
    ...(memoryMegabytes !== null && { memory_limit: `${memoryMegabytes}M` }),
    ...(uploadMegabytes !== null && {
      upload_max_filesize: `${uploadMegabytes}M`,
      post_max_size: `${uploadMegabytes + formMegabytes}M`,
    }),
    ...(executionSeconds !== null && { max_execution_time: String(executionSeconds) }),
    ...(displayErrors !== null && { display_errors: displayErrors ? "1" : "0" }),
  };
}
