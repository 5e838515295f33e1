import type { Handlers } from "../../http/handler.ts";
import { getMailbox } from "../mailbox/store.ts";
import { type ProfileTokens, profileLifeSeconds } from "./profile-token.ts";
import { profilePath } from "./serve.ts";

export const autoconfigHandlers = (tokens: ProfileTokens) =>
  ({
    mailboxProfileLink: async ({ read, holding, params, http }) => {
      await getMailbox(read, holding, params.cid);
      const expireTS = Math.floor(Date.now() / 1000) + profileLifeSeconds;
      const token = tokens.make({ mailboxId: params.cid, expireTs: expireTS, language: http.language });
      const url = `${http.secure ? "https" : "http"}://${http.host}${profilePath}${token}`;
      return { data: { url, expireTS } };
    },
  }) satisfies Handlers<"mailboxProfileLink">;
