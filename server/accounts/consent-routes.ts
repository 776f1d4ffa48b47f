import { OWN_CONSENTS } from "../../domain/own-consents.ts";
import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import {
  type App,
  AppError,
  call,
  inputOf,
  listOf,
  NOTHING,
  oneOf,
  person,
  type TypeOf,
} from "../http/index.ts";
import { Consents } from "./answers.ts";
import { askedConsents, consentStates } from "./consent-states.ts";
import { recordConsent } from "./consents.ts";
import { giveConsent } from "./give-consent.ts";
import { signUpPurposes } from "./legal-texts.ts";
import { holdPerson } from "./people.ts";
import type { Room } from "./room.ts";
import { SHORT } from "./route-schemas.ts";

const DECISION = inputOf({
  purpose: oneOf(...signUpPurposes),
  version: SHORT,
  decision: oneOf("given", "refused"),
});

/**
 * Registers the routes that show consents, record the answer to a new version of a text, and give a withdrawn
 * consent again. Withdrawing a consent is a flow and has no route here.
 */
export function consentRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/consents",
    {
      summary: "How each text stands that one may agree to",
      tags: ["accounts"],
      access: person,
      answers: { 200: Consents },
      errors: [],
    },
    async ({ person: { id } }) => {
      const states = await consentStates(room, room.db, id);
      return { consents: states.map((one) => ({ ...one, at: one.at?.toISOString() ?? null })) };
    },
  );

  call(
    app,
    "POST /api/consents",
    {
      summary: "Accepts or declines texts that are asked anew, each in the version in force",
      tags: ["accounts"],
      access: person,
      body: inputOf({
        texts: { ...listOf(DECISION), minItems: 1, maxItems: signUpPurposes.length },
      }),
      answers: NOTHING,
      errors: ["not-valid"],
    },
    async ({ person: { id, language }, body: { texts } }) =>
      await decideConsents(room, { personId: id, language, texts }),
  );

  call(
    app,
    "POST /api/consents/again",
    {
      summary: "Gives a withdrawn or declined consent again, in the version that was read",
      tags: ["accounts"],
      access: person,
      body: inputOf({ purpose: oneOf(...OWN_CONSENTS), version: SHORT }),
      answers: NOTHING,
      errors: ["not-valid"],
    },
    async ({ person: { id: personId }, body: { purpose, version } }) => {
      if (!(await giveConsent(room, { personId, purpose, version })))
        throw new AppError("not-valid", { fields: [{ pointer: "/version", code: "agreement-changed" }] });
    },
  );
}

/**
 * Records a person's answers to the texts that need a new answer. Throws `not-valid` if a text needs no
 * answer, or has changed.
 */
async function decideConsents(
  room: Room,
  {
    personId,
    language,
    texts,
  }: {
    readonly personId: string;
    readonly language: Language;
    readonly texts: readonly TypeOf<typeof DECISION>[];
  },
): Promise<void> {
  const inForce = room.legal();
  // A text that changed since it was shown is rejected, because no one can agree to a text they have not
  // seen.
  const changed = texts.flatMap(({ purpose, version }, at) =>
    inForce[purpose].version === version ? [] : [{ pointer: `/texts/${at}`, code: "agreement-changed" }],
  );
  if (changed.length > 0) throw new AppError("not-valid", { fields: changed });
  const at = room.clock.wall();
  const subject = `person:${personId}` as const;
  await room.db.transaction().execute(async (tx) => {
    await holdPerson(tx, personId);
    const asked = new Set((await askedConsents(room, tx, personId)).map(({ purpose }) => purpose));
    const states = await consentStates(room, tx, personId);
    const stands = ({ purpose, decision }: (typeof texts)[number]) =>
      !asked.has(purpose) && states.some((one) => one.purpose === purpose && one.state === decision);
    const decided = texts.filter((one) => !stands(one));
    // Rejects a text that occurs twice or needs no answer. This call cannot withdraw a consent, or give it
    // again.
    const wrong = decided.flatMap(({ purpose }) => {
      const of = texts.findIndex((one) => one.purpose === purpose);
      const isOnce = texts.filter((one) => one.purpose === purpose).length === 1;
      return asked.has(purpose) && isOnce ? [] : [{ pointer: `/texts/${of}`, code: "agreement-changed" }];
    });
    if (wrong.length > 0) throw new AppError("not-valid", { fields: wrong });
    if (decided.length === 0) return;
    for (const { purpose, decision } of decided)
      await recordConsent(tx, inForce, { personId, purpose, decision, language, channel: "web", at });
    await record(tx, room.clock, {
      actor: subject,
      action: "accounts.decideConsents",
      subject,
      detail: Object.fromEntries(decided.map(({ purpose, decision }) => [purpose, decision])),
    });
  });
}
