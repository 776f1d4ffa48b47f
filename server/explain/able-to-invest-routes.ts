import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  type App,
  AppError,
  call,
  FLAG,
  inputOf,
  listOf,
  named,
  objectOf,
  orNull,
  Sentence,
  staff,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { wordsAt } from "../sources/index.ts";

const FLOW = "invest";
const RULE = "able-to-invest";
const TAGS = ["definitions"];
const AbleToInvest = named(
  "AbleToInvest",
  objectOf(
    {
      able: FLAG,
      version: { ...TEXT, description: "Hash of the version whose rule was asked" },
      number: WHOLE,
      rule: Sentence,
      clauses: listOf(
        objectOf({
          id: TEXT,
          reason: Sentence,
          mend: TEXT,
          mendTitle: orNull(Sentence),
          unknown: { ...FLAG, description: "Something is not known yet, rather than not as it should be" },
        }),
        "What is still lacking",
      ),
    },
    "What an investor still lacks before investing",
  ),
);

type Room = {
  readonly definitions: Pick<Definitions, "current" | "compiled" | "rule" | "titleOf">;
  readonly db: Db;
  readonly clock: Clock;
  readonly investor: (personId: string) => Promise<JsonObject | null>;
  readonly find: (emailOrReference: string) => Promise<string | null>;
};

/** How a member of staff identified the person for the look-up. */
type LookedUpBy = "id" | "email" | "reference";

/**
 * Registers the call by which support and compliance see which conditions for investing a person does not
 * meet. The answer has only the clauses that the person's own page shows, in both languages. `investor` loads
 * the fact `investor` of a person. `find` returns the id of the person with an e-mail or reference, or
 * `null`. Every look-up is recorded, even if nobody is found.
 */
export function ableToInvestRoutes(
  app: App,
  definitions: Room["definitions"],
  deps: Omit<Room, "definitions">,
): void {
  const room: Room = { definitions, ...deps };
  call(
    app,
    "GET /api/people/:id/able-to-invest",
    {
      summary: "What an investor still lacks before investing (support, compliance)",
      tags: TAGS,
      access: staff("support", "compliance"),
      params: inputOf({ id: UUID }),
      answers: { 200: AbleToInvest },
      errors: ["not-found", "version-broken"],
    },
    async (request) => {
      return await explain(room, request.person.id, request.params.id, "id");
    },
  );

  // The call is a POST, because the e-mail address must not be in the URL, where it would appear in logs.
  call(
    app,
    "POST /api/people/able-to-invest",
    {
      summary: "The same for whoever has this e-mail or reference of an identity check",
      tags: TAGS,
      access: staff("support", "compliance"),
      body: inputOf({ find: { ...TEXT, minLength: 3, maxLength: 254 } }),
      answers: { 200: AbleToInvest },
      errors: ["not-found", "version-broken"],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async (request) => {
      const { find } = request.body;
      const by = find.includes("@") ? "email" : "reference";
      return await explain(room, request.person.id, await room.find(find), by);
    },
  );
}

/**
 * Returns the clauses that a person does not meet, and records the look-up. Throws `not-found` if there is no
 * such person or no published flow.
 */
async function explain(room: Room, reader: string, personId: string | null, by: LookedUpBy) {
  const { definitions } = room;
  const current = definitions.current(FLOW);
  const investor = personId === null ? null : await room.investor(personId);
  if (current === null || investor === null) {
    await note(room, { reader, subject: "person:unknown", to: null, by });
    throw new AppError("not-found");
  }
  const { hash, number } = current;
  const rule = await definitions.rule(hash, RULE);
  const compiled = await definitions.compiled(hash);
  if (rule === null || compiled === null) throw new AppError("not-found");
  const outcome = rule({ answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} });
  const clauses = outcome.kind === "holds" ? [] : outcome.clauses;
  await note(room, { reader, subject: `person:${personId}`, to: outcome.kind, version: hash, by });
  const { definition } = compiled;
  return {
    able: outcome.kind === "holds",
    version: hash,
    number,
    rule: wordsAt(definition, definition.rules[RULE]?.title ?? "", RULE),
    clauses: await Promise.all(
      clauses.map(async ({ id, reason, mend, missing }) => ({
        id,
        reason: wordsAt(definition, reason, id),
        mend,
        // The title of the flow with which the person can meet the clause. It is null if no flow does so;
        // then the text of the clause says what to do.
        mendTitle: mend.startsWith("flow:") ? await definitions.titleOf(mend.slice("flow:".length)) : null,
        // True if the person does not meet the clause because a value is unknown. False if all values are
        // known.
        unknown: missing.length > 0,
      })),
    ),
  };
}

async function note(
  { db, clock }: Room,
  line: {
    readonly reader: string;
    readonly subject: string;
    readonly to: string | null;
    readonly version?: string;
    readonly by: LookedUpBy;
  },
): Promise<void> {
  await db.transaction().execute((tx) =>
    record(tx, clock, {
      actor: `person:${line.reader}`,
      action: "definitions.explain",
      subject: line.subject,
      from: null,
      to: line.to,
      ...(line.version === undefined ? {} : { version: line.version }),
      detail: { rule: RULE, by: line.by },
    }),
  );
}
