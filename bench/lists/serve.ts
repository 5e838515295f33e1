/**
 * A server in a process of its own: `node serve.ts ours|bare URL`; says its port on stdout.
 *
 * "bare" is what the product is measured against: Fastify with nothing but the two statements of a signed-in list, the
 * very same, prepared as ours are.
 */
import { tmpdir } from "node:os";
import fastify, { type FastifyInstance } from "fastify";
import { buildApp } from "../../packages/server/src/app.ts";
import { openPool } from "../../packages/server/src/db/pool.ts";
import { standardPorts } from "../../packages/server/src/features/mail/client-settings.ts";
import { listBeginning } from "../../packages/server/src/features/permission/list.ts";
import { findCaller, tokenHash } from "../../packages/server/src/http/session.ts";
import { logOptions } from "../../packages/server/src/log.ts";

const [kind, url = ""] = process.argv.slice(2);
/** Both servers together stay below the limit of their role. */
const connections = 12;

function bare(): FastifyInstance {
  const pool = openPool(url, { max: connections, readOnly: true });
  const app = fastify();
  app.get("/api/permission/list/", async (request, reply) => {
    const hash = tokenHash(request.headers.cookie?.slice("session=".length));
    const caller = hash && (await findCaller(pool, hash, null));
    if (!caller) return reply.code(401).send();
    return { data: await listBeginning(pool, caller.user.id, "all", 10) };
  });
  return app;
}

const ours = (): Promise<FastifyInstance> =>
  buildApp({
    readPool: openPool(url, { max: connections, readOnly: true }),
    changePool: openPool(url, { max: 4 }),
    databaseUrl: url,
    vault: {
      seal: () => Promise.reject(new Error("no vault")),
      open: () => Promise.reject(new Error("no vault")),
      rewrap: () => Promise.reject(new Error("no vault")),
      ping: () => Promise.reject(new Error("no vault")),
    },
    captchaSecret: "a secret of the bench, 32 characters and more",
    basePath: "/api",
    panelDirectory: tmpdir(),
    trustedProxies: [],
    glueAllow: [],
    mailPorts: standardPorts,
    smtp: undefined,
    webPorts: undefined,
    webmail: undefined,
    // Each request is logged as in an installation, to nowhere.
    log: { ...logOptions("info"), file: "/dev/null" },
  });

const app = kind === "ours" ? await ours() : bare();
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
