import { randomUUID } from "node:crypto";
import type { Language, Words } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson, randomReference } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { type EffectInput, earlierInstances, type LocalEffectContext } from "../flows/index.ts";
import { writeContacts } from "./contacts.ts";
import { dueOn } from "./due-on.ts";
import { writeEntry } from "./entries.ts";
import { writeLetter } from "./letters.ts";
import { countRequest } from "./request-days.ts";
import type { Room } from "./room.ts";
import { type Given, givenOf, makeKey, type Said, sealSaid } from "./sealed.ts";
import "./tables.ts";

/** Number of years for which a closed case stays readable, if its topic gives none. */
const KEEP_YEARS = 10;

type Input = EffectInput<"cases.open"> & Partial<EffectInput<"cases.openByVisitor">>;

/**
 * Opens a case at a desk with the inputs that the flow passes on. Sets its reference and due day, and
 * confirms the case by e-mail within the daily limits. `follows`: name of the action that runs when the case
 * is granted (`Room.follows`).
 */
export async function openCase(
  room: Room,
  context: Omit<LocalEffectContext, "claim">,
  input: Input,
  follows: string | null = null,
): Promise<{ readonly reference: string; readonly dueDate: string; readonly acknowledgeBy?: string }> {
  const { tx, clock } = context;
  const handed = context.handedOn();
  const given = handed
    .filter(({ spelled }) => !spelled)
    .map(({ name, place, value }) => ({ name, place, value }));
  const party = await partyOf(room, context, { input, given, follows });
  const { mayWrite } = await countRequest(tx, room.key, {
    owner: party.verified,
    email: party.to,
    client: context.client,
    now: clock.wall(),
  });
  const topic = handed.find(({ name }) => name === "topic");
  const today = clock.today();
  const opened: Opened = {
    ...{ given, follows, party },
    topic: topic?.word ?? { th: input.topic, en: input.topic },
    checklist: topic?.checklist ?? [],
    due: await dueOn(room, tx, { from: today, days: input.days, counting: input.counting }),
    acknowledgeBy:
      input.acknowledgeDays === undefined
        ? null
        : await dueOn(room, tx, { from: today, days: input.acknowledgeDays, counting: "BUSINESS" }),
    id: randomUUID(),
    reference: `${input.series ?? "CAS"}-${today.slice(2).replaceAll("-", "")}-${randomReference()}`,
  };
  const { id, reference, due, acknowledgeBy } = opened;
  const key = await insertCase(room, context, input, opened);
  await writeContacts(room, tx, id, given);
  const at = clock.now().toJSDate();
  await writeEntry(tx, { id, key }, { kind: "opened", by: null, at, shown: true });
  await takeFiles(
    room,
    context,
    id,
    handed.flatMap((one) => one.files),
  );
  await confirm(room, tx, opened, { isNote: input.answer === "NOTE", mayWrite });
  await record(tx, clock, {
    actor: context.subject,
    action: "cases.open",
    subject: `case:${id}`,
    to: "open",
    version: context.instance.version,
    detail: { flow: context.instance.flow, topic: input.topic, desk: input.desk, dueOn: due },
  });
  return { reference, dueDate: due, ...(acknowledgeBy === null ? {} : { acknowledgeBy }) };
}

/** The owner of a case, and the recipient of letters about it. */
type Party = {
  /**
   * Identifier of the owner; `null` for a visitor, and for a case about an account that is found by its
   * e-mail address.
   */
  readonly personId: string | null;
  /**
   * Person whose account the case is about, if the account is found by its e-mail address; `null` for other
   * cases.
   */
  readonly about: string | null;
  /** Person who was logged in when a case with `about` was sent; `null` if none. */
  readonly askedBy: string | null;
  /** Identifier of the owner, if their e-mail is confirmed; `null` otherwise. */
  readonly verified: string | null;
  readonly contact: Said["contact"];
  readonly to: string;
  readonly language: Language;
};

async function partyOf(
  room: Room,
  context: Pick<LocalEffectContext, "tx" | "personId" | "language">,
  of: { readonly input: Input; readonly given: readonly Given[]; readonly follows: string | null },
): Promise<Party> {
  const { tx } = context;
  const { name = null, email } = of.input;
  // A case about an account that is found by its e-mail address has no owner, even if a person is logged in.
  const { whose } = (of.follows === null ? undefined : room.follows[of.follows]) ?? {};
  const about = whose === undefined ? null : await whose(tx, givenOf(of.given));
  const personId = whose === undefined ? context.personId : null;
  const language = (about === null ? null : await findPerson(tx, about))?.language ?? context.language;
  const person = personId === null ? null : await findPerson(tx, personId);
  const contact = email === undefined ? null : { name, email };
  const to = person?.email ?? contact?.email;
  if (to === undefined) throw new Error("cases.open: nobody is there to be written to");
  return {
    ...{ personId, about, contact, to, language },
    askedBy: whose === undefined ? null : context.personId,
    verified: person?.isVerified === true ? person.id : null,
  };
}

/** The data of a case that is being opened. */
type Opened = {
  readonly id: string;
  readonly reference: string;
  readonly party: Party;
  readonly given: readonly Given[];
  readonly follows: string | null;
  readonly topic: Words;
  readonly checklist: readonly Words[];
  readonly due: string;
  readonly acknowledgeBy: string | null;
};

/** Stores a case with its sealed values. Returns the key of the case. */
async function insertCase(
  room: Room,
  context: Omit<LocalEffectContext, "claim">,
  input: Input,
  { id, reference, party, given, follows, topic, checklist, due, acknowledgeBy }: Opened,
): Promise<Buffer> {
  const { tx, clock, instance } = context;
  const { personId, about, askedBy, contact, language } = party;
  const { key, locked } = await makeKey(room, tx, { id, personId });
  await tx
    .insertInto("cases")
    .values({
      id,
      reference,
      person_id: personId,
      about,
      asked_by: askedBy,
      flow: instance.flow,
      version: instance.version,
      step: instance.step,
      instance: instance.id,
      repeats: await repeatedCase({ ...context, personId }),
      record: context.idempotencyKey,
      topic: input.topic,
      topic_th: topic.th,
      topic_en: topic.en,
      desk: input.desk,
      deciders: input.deciders ?? 1,
      days: input.days,
      counting: input.counting,
      answer: input.answer ?? "DECISION",
      keep_years: input.keepYears ?? KEEP_YEARS,
      follows,
      language,
      state: "open",
      opened_at: clock.now().toJSDate(),
      due_on: due,
      acknowledge_by: acknowledgeBy,
      locked_key: locked,
      sealed: sealSaid(key, id, { given, contact }),
      checklist: JSON.stringify(checklist),
    })
    .execute();
  return key;
}

async function takeFiles(
  room: Room,
  { tx, subject }: Pick<LocalEffectContext, "tx" | "subject">,
  id: string,
  files: readonly string[],
): Promise<void> {
  // A visitor's uploads would be deleted with the visitor's data. To keep these uploads, the case becomes
  // their owner.
  if (subject.startsWith("visitor:")) await room.files.keep(tx, files, { from: subject, to: `case:${id}` });
  if (files.length > 0)
    await tx
      .insertInto("case_files")
      .values([...new Set(files)].map((file) => ({ case_id: id, file_id: file, entry: null })))
      .execute();
}

/**
 * Confirms by letter that the case was received, within the daily limits. If a visitor's case is about a
 * person's account, notifies that person instead.
 */
async function confirm(
  room: Room,
  tx: Tx,
  { id, reference, party, follows, topic, due, acknowledgeBy }: Opened,
  { isNote, mayWrite }: { readonly isNote: boolean; readonly mayWrite: boolean },
): Promise<void> {
  const { personId, about, to, language } = party;
  const { opened } = (follows === null ? undefined : room.follows[follows]) ?? {};
  // This notice is sent regardless of the daily limits. Otherwise, an attacker could prevent it by using up
  // the day's letters.
  if (about !== null && opened !== undefined)
    await opened(tx, { personId: about, case: id, reference, dueOn: formatTypedDate(due as LocalDate) });
  else if (mayWrite)
    await writeLetter(room, tx, {
      template: isNote
        ? "case-received-call"
        : acknowledgeBy === null
          ? "case-received"
          : "case-received-acknowledge",
      of: { to, language, reference, topic: topic[language], hasAccount: personId !== null },
      data: {
        dueOn: formatTypedDate(due as LocalDate),
        ...(acknowledgeBy === null ? {} : { acknowledgeBy: formatTypedDate(acknowledgeBy as LocalDate) }),
      },
      key: `case-received:${id}`,
    });
}

/**
 * Returns the latest earlier case that the same step of a flow opened for the same person; `null` if there is
 * none.
 */
async function repeatedCase({
  tx,
  personId,
  instance,
}: Pick<LocalEffectContext, "tx" | "personId" | "instance">): Promise<string | null> {
  const earlier = await earlierInstances(tx, instance.id);
  if (earlier.length === 0) return null;
  const rows = await tx
    .selectFrom("cases")
    .select(["id", "instance"])
    .where("instance", "in", earlier)
    .where("step", "=", instance.step)
    .where("person_id", "is not distinct from", personId)
    .execute();
  const nearest = earlier.find((id) => rows.some((row) => row.instance === id));
  return rows.find((row) => row.instance === nearest)?.id ?? null;
}
