import type { Handlers } from "../../http/handler.ts";
import { refuse } from "../../http/refuse.ts";
import { type ProfileTokens, profileLifeSeconds } from "./profile-token.ts";
import { profilePath } from "./serve.ts";
import { isMailboxOf } from "./store.ts";

export const autoconfigHandlers = (tokens: ProfileTokens) =>
  ({
    mailboxProfileLink: async ({ read, holding, params, http }) => {
      if (!(await isMailboxOf(read.db, holding.id, params.cid))) refuse("notFound");
      const expireTS = Math.floor(Date.now() / 1000) + profileLifeSeconds;
      const token = tokens.make({ mailboxId: params.cid, expireTs: expireTS, language: http.language });
      const url = `${http.secure ? "https" : "http"}://${http.host}${profilePath}${token}`;
      return { data: { url, expireTS } };
    },
  }) satisfies Handlers<"mailboxProfileLink">;
