/** Replies as the server would send them, for what a test wants said in its place. */
import type { Envelope, System } from "@atrio/contract";

const ordinary: System = {
  valid: true,
  statusCode: 0,
  errors: [],
  inputs: [],
  info: [],
  job: null,
  debug: null,
  mlcVer: "1",
};

export const done = <T>(data: T): Envelope<T> => ({ data, system: ordinary });

/** `inputs` names the fields that the errors are of, one each. */
export const refused = (statusCode: number, errors: string[], inputs: string[] = []): Envelope<null> => ({
  data: null,
  system: { ...ordinary, valid: false, statusCode, errors, inputs },
});
