/**
 * The table of refusals (contract, "Envelope"). `message` is the message key sent when the thrower names none;
 * `user` and `operator` say what each should do and are printed into docs/errors.md.
 */
export const refusals = {
  sessionEnded: {
    http: 401,
    statusCode: 101,
    message: "main.session_ended",
    user: "Sign in again; what was typed is kept.",
    operator: "Nothing. Frequent reports: check the server's clock and the session limits.",
  },
  wrongCredentials: {
    http: 401,
    statusCode: 102,
    message: "login.wrong",
    user: "Check domain name, user name and password; all three wrong look alike on purpose.",
    operator: "`atrio user password` sets a new password.",
  },
  tooMany: {
    http: 429,
    statusCode: 103,
    message: "main.too_many",
    user: "Wait for the time shown, then try again.",
    operator: "Look at the address in the log; a known device is not held up by others' attempts.",
  },
  forbidden: {
    http: 403,
    statusCode: 110,
    message: "main.no_permission",
    user: "Ask the owner of the domain for the permission.",
    operator: "`atrio grant` changes permissions; they are in force at once.",
  },
  notFound: {
    http: 404,
    statusCode: 120,
    message: "main.not_found",
    user: "Go back to the list; the item is gone or was never yours.",
    operator: "Nothing: foreign, missing and invisible are the same answer.",
  },
  invalid: {
    http: 422,
    statusCode: 130,
    message: "main.invalid",
    user: "Correct the fields named; what was typed is kept.",
    operator: "Nothing.",
  },
  wrongMethod: {
    http: 405,
    statusCode: 120,
    message: "main.wrong_method",
    user: "Call the address with one of the methods that the reply's `Allow` header lists.",
    operator: "Nothing.",
  },
  tooLarge: {
    http: 413,
    statusCode: 131,
    message: "main.too_large",
    user: "Send less at once.",
    operator: "Nothing.",
  },
  wrongType: {
    http: 415,
    statusCode: 131,
    message: "main.wrong_type",
    user: "Use the panel, or send the form as the API's documentation says.",
    operator: "Nothing.",
  },
  conflict: {
    http: 409,
    statusCode: 140,
    message: "main.conflict",
    user: "Reload: it exists already, or its state forbids this now.",
    operator: "Nothing.",
  },
  unavailable: {
    http: 503,
    statusCode: 150,
    message: "main.unavailable",
    user: "Nothing was changed. Try again in a minute.",
    operator: "`atrio status` and `atrio doctor` name the service that is down and the remedy.",
  },
  fault: {
    http: 500,
    statusCode: 199,
    message: "500",
    user: "Send the request id to support.",
    operator: "`atrio logs api` and the request id lead to the cause.",
  },
  notYet: {
    http: 501,
    statusCode: 199,
    message: "main.not_yet",
    user: "This part of the product is not there yet.",
    operator: "Nothing.",
  },
} as const;
export type Refusal = keyof typeof refusals;
