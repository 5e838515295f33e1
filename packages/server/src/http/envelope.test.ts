import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeApp, type TestApp } from "../../test/helpers/app.ts";

describe("envelope", () => {
  let panel: TestApp;
  before(async () => {
    panel = await makeApp();
  });
  after(() => panel.stop());

  it("says what was done", async () => {
    const reply = await panel.anybody().call("configGet", {});
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.system, {
      valid: true,
      statusCode: 0,
      errors: [],
      inputs: [],
      info: [],
      job: null,
      debug: null,
      mlcVer: "1",
    });
    assert.equal(reply.data.company, "Atrio");
  });
});
