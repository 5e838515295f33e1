import assert from "node:assert/strict";
import { test } from "node:test";
import { clientSettings, standardPorts } from "./client-settings.ts";

test("programs are told the hosts that are everybody's, and the service's own where there are none", () => {
  const named = { imapSslHost: "imap.platform.test", smtpSslHost: "" };
  assert.deepEqual(clientSettings(named, "uno.test", { ...standardPorts, submission: 5587 }), {
    imap: { ssl: { host: "imap.platform.test", port: 993 }, plain: { host: "imap.uno.test", port: 143 } },
    smtp: { ssl: { host: "smtp.uno.test", port: 465 }, plain: { host: "smtp.uno.test", port: 5587 } },
  });
});
