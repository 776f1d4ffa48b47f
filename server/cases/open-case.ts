import { randomUUID } from "node:crypto";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson, randomReference } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { type EffectInput, earlierInstances, type LocalEffectContext } from "../flows/index.ts";
import { writeContacts } from "./contacts.ts";
import { dueOn } from "./due-on.ts";
import { writeEntry } from "./entries.ts";
import { writeLetter } from "./letters.ts";
import { countRequest } from "./request-days.ts";
import type { Room } from "./room.ts";
import { givenOf, makeKey, sealSaid } from "./sealed.ts";
import "./tables.ts";

/** Years that a closed case stays readable, if its topic does not say. */
const KEEP_YEARS = 10;

type Input = EffectInput<"cases.open"> & Partial<EffectInput<"cases.openByVisitor">>;

/**
 * Opens a case at a desk with everything that the flow passes on. Sets its number and due day, and confirms it by
 * e-mail within the daily limits. `follows`: the action that runs when it is granted (`Room.follows`).
 */
export async function openCase(
  room: Room,
  context: Omit<LocalEffectContext, "claim">,
  input: Input,
  follows: string | null = null,
): Promise<{ readonly reference: string; readonly dueDate: string; readonly acknowledgeBy?: string }> {
  const { tx, clock, client } = context;
  const handed = context.handedOn();
  const given = handed
    .filter(({ spelled }) => !spelled)
    .map(({ name, place, value }) => ({ name, place, value }));
  // A case about the account of an address belongs to nobody, not even to whoever is logged in.
  const { whose, opened } = (follows === null ? undefined : room.follows[follows]) ?? {};
  const about = whose === undefined ? null : await whose(tx, givenOf(given));
  const personId = whose === undefined ? context.personId : null;
  const language = (about === null ? null : await findPerson(tx, about))?.language ?? context.language;
  const person = personId === null ? null : await findPerson(tx, personId);
  const contact = input.email === undefined ? null : { name: input.name ?? null, email: input.email };
  const to = person?.email ?? contact?.email;
  if (to === undefined) throw new Error("cases.open: nobody is there to be written to");
  const { mayWrite } = await countRequest(tx, room.key, {
    owner: person?.isVerified === true ? person.id : null,
    email: to,
    client,
    now: clock.wall(),
  });
  const topic = handed.find(({ name }) => name === "topic");
  const words = topic?.word ?? { th: input.topic, en: input.topic };
  const today = clock.today();
  const due = await dueOn(room, tx, { from: today, days: input.days, counting: input.counting });
  const acknowledgeBy =
    input.acknowledgeDays === undefined
      ? null
      : await dueOn(room, tx, { from: today, days: input.acknowledgeDays, counting: "BUSINESS" });
  const id = randomUUID();
  const reference = `${input.series ?? "CAS"}-${today.slice(2).replaceAll("-", "")}-${randomReference()}`;
  const { key, locked } = await makeKey(room, tx, { id, personId });
  await tx
    .insertInto("cases")
    .values({
      id,
      reference,
      person_id: personId,
      about,
      asked_by: whose === undefined ? null : context.personId,
      flow: context.instance.flow,
      version: context.instance.version,
      step: context.instance.step,
      instance: context.instance.id,
      repeats: await repeatedCase({ ...context, personId }),
      record: context.idempotencyKey,
      topic: input.topic,
      topic_th: words.th,
      topic_en: words.en,
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
      checklist: JSON.stringify(topic?.checklist ?? []),
    })
    .execute();
  await writeContacts(room, tx, id, given);
  const at = clock.now().toJSDate();
  await writeEntry(tx, { id, key }, { kind: "opened", by: null, at, shown: true });
  const files = handed.flatMap((one) => one.files);
  // A visitor's uploads are erased with the visit, so the case takes its own.
  if (context.subject.startsWith("visitor:"))
    await room.files.keep(tx, files, { from: context.subject, to: `case:${id}` });
  if (files.length > 0)
    await tx
      .insertInto("case_files")
      .values([...new Set(files)].map((file) => ({ case_id: id, file_id: file, entry: null })))
      .execute();
  // Always told: nobody may silence it by using the day's letters up.
  if (about !== null && opened !== undefined)
    await opened(tx, { personId: about, case: id, reference, dueOn: formatTypedDate(due as LocalDate) });
  else if (mayWrite)
    await writeLetter(room, tx, {
      template:
        input.answer === "NOTE"
          ? "case-received-call"
          : acknowledgeBy === null
            ? "case-received"
            : "case-received-acknowledge",
      of: { to, language, reference, topic: words[language], hasAccount: personId !== null },
      data: {
        dueOn: formatTypedDate(due as LocalDate),
        ...(acknowledgeBy === null ? {} : { acknowledgeBy: formatTypedDate(acknowledgeBy as LocalDate) }),
      },
      key: `case-received:${id}`,
    });
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

/** Returns the nearest earlier case of the same person that the same step opened; `null` if this one repeats none. */
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
