import type { Words } from "../../engine/verify/words/index.ts";
import { findPerson, peopleWithRole } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import type { Tx } from "../db/index.ts";
import type { VersionSummary } from "../definitions/index.ts";
import type { Messages } from "../messages/index.ts";

/** Sends letters about versions: to compliance when versions wait, and to the authors after a decision. */
export type Letters = {
  readonly waits: (tx: Tx, of: About) => Promise<void>;
  readonly decided: (tx: Tx, of: About) => Promise<void>;
  /**
   * Notifies the approver and the writers of a change that it could not be published at its scheduled time.
   */
  readonly stopped: (
    tx: Tx,
    of: { readonly id: string; readonly title: string; readonly to: readonly string[]; readonly key: string },
  ) => Promise<void>;
  /** Notifies a writer that a colleague took over the change, and why. */
  readonly taken: (
    tx: Tx,
    of: {
      readonly id: string;
      readonly title: string;
      readonly from: string;
      readonly by: string;
      readonly reason: string;
      readonly key: string;
    },
  ) => Promise<void>;
};

type About = {
  /** The versions that were submitted together. There can also be only one. */
  readonly versions: readonly VersionSummary[];
  /** Title of the change. For a version that was submitted alone, it is the title of the flow. */
  readonly title: Words;
};

type Deps = {
  readonly messages: Pick<Messages, "send">;
  readonly config: Pick<Config, "origin">;
};

/** Creates the functions that send letters about versions. */
export function createLetters(deps: Deps): Letters {
  return {
    waits: async (tx, of) => await tellCompliance(deps, tx, of),
    decided: async (tx, of) => await tellAuthor(deps, tx, of),
    stopped: async (tx, { id, title, to, key }) => {
      for (const one of to) {
        const person = await findPerson(tx, one);
        if (person === null || person.locked) continue;
        await deps.messages.send(tx, {
          to: person.email,
          template: "change-stopped",
          language: person.language,
          data: { title, link: linkToChange(deps, id) },
          key: `change-stopped:${key}:${one}`,
        });
      }
    },
    taken: async (tx, { id, title, from, by, reason, key }) => {
      const [person, colleague] = [await findPerson(tx, from), await findPerson(tx, by)];
      if (person === null || person.locked) return;
      await deps.messages.send(tx, {
        to: person.email,
        template: "change-taken",
        language: person.language,
        data: { title, by: colleague?.email ?? "–", reason, link: linkToChange(deps, id) },
        key: `change-taken:${key}`,
      });
    },
  };
}

async function tellCompliance(deps: Deps, tx: Tx, { versions, title }: About): Promise<void> {
  const [first] = versions;
  if (first === undefined) return;
  for (const { id, email, language } of await peopleWithRole(tx, "compliance"))
    await deps.messages.send(tx, {
      to: email,
      template: "change-waits",
      language,
      data: { title: title[language], reason: first.note ?? "–", link: linkTo(deps, versions) },
      key: `change-waits:${first.id}:${id}`,
    });
}

async function tellAuthor(deps: Deps, tx: Tx, { versions, title }: About): Promise<void> {
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
      link: linkTo(deps, versions),
    },
    key: `${template}:${first.id}`,
  });
}

/**
 * Returns the link of a letter. It leads to the change if there are several versions, otherwise to the
 * version.
 */
function linkTo(deps: Deps, [first, ...more]: readonly VersionSummary[]): string {
  return more.length > 0 && first?.change
    ? linkToChange(deps, first.change.id)
    : `${deps.config.origin}/staff/definitions/${first?.id}`;
}

function linkToChange({ config }: Deps, id: string): string {
  return `${config.origin}/studio/changes/${id}`;
}
