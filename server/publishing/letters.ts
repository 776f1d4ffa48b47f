import type { Words } from "../../engine/verify/words/index.ts";
import { findPerson, peopleWithRole } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import type { Tx } from "../db/index.ts";
import type { VersionSummary } from "../definitions/index.ts";
import type { Messages } from "../messages/index.ts";

/** Letters about versions: that some wait for compliance, and to who proposed them, what was decided. */
export type Letters = {
  readonly waits: (tx: Tx, of: About) => Promise<void>;
  readonly decided: (tx: Tx, of: About) => Promise<void>;
  /** To who approved and who wrote a change: it was not published at the moment that was chosen. */
  readonly stopped: (
    tx: Tx,
    of: { readonly id: string; readonly title: string; readonly to: readonly string[]; readonly key: string },
  ) => Promise<void>;
};

type About = {
  /** All that were handed in together. */
  readonly versions: readonly VersionSummary[];
  /** What it is called: the change, or the flow of a version by itself. */
  readonly title: Words;
};

/** Opens the letters. */
export function createLetters(deps: {
  readonly messages: Pick<Messages, "send">;
  readonly config: Pick<Config, "origin">;
}): Letters {
  /** Where it is read: several on the page of their change, one on its own. */
  const linkTo = ([first, ...more]: readonly VersionSummary[]): string =>
    more.length > 0 && first?.change
      ? `${deps.config.origin}/studio/changes/${first.change.id}`
      : `${deps.config.origin}/staff/definitions/${first?.id}`;
  return {
    waits: async (tx, { versions, title }) => {
      const [first] = versions;
      if (first === undefined) return;
      for (const { id, email, language } of await peopleWithRole(tx, "compliance"))
        await deps.messages.send(tx, {
          to: email,
          template: "change-waits",
          language,
          data: { title: title[language], reason: first.note ?? "–", link: linkTo(versions) },
          key: `change-waits:${first.id}:${id}`,
        });
    },
    stopped: async (tx, { id, title, to, key }) => {
      for (const one of to) {
        const person = await findPerson(tx, one);
        if (person === null || person.locked) continue;
        await deps.messages.send(tx, {
          to: person.email,
          template: "change-stopped",
          language: person.language,
          data: { title, link: `${deps.config.origin}/studio/changes/${id}` },
          key: `change-stopped:${key}:${one}`,
        });
      }
    },
    decided: async (tx, { versions, title }) => {
      const [first] = versions;
      const author = first?.proposed_by ? await findPerson(tx, first.proposed_by) : null;
      if (first === undefined || author === null || author.locked) return;
      const template = first.state === "published" ? "change-approved" : "change-sent-back";
      await deps.messages.send(tx, {
        to: author.email,
        template,
        language: author.language,
        data: {
          title: title[author.language],
          reason: first.decision_note ?? "–",
          link: linkTo(versions),
        },
        key: `${template}:${first.id}`,
      });
    },
  };
}
