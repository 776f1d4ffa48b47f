import type { Updateable } from "kysely";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import type { Database, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type NewEntry, writeEntry } from "./entries.ts";
import { type LetterOf, writeLetter } from "./letters.ts";
import { hashOfToken, replyToken } from "./reply-token.ts";
import type { Follow, Followed, Room } from "./room.ts";
import { givenOf, openText, sealText } from "./sealed.ts";
import type { Colleague, Open, Step } from "./step.ts";
import type { CaseState, EntryKind, Outcome } from "./tables.ts";
import "./tables.ts";

/**
 * The context of a step that a colleague takes in a case: the case, the colleague, and functions that change
 * the case and write its history.
 */
type Work = {
  readonly room: Room;
  readonly tx: Tx;
  readonly found: Open;
  readonly by: Colleague;
  readonly at: Date;
  readonly set: (values: Updateable<Database["cases"]>) => Promise<unknown>;
  readonly write: (
    kind: EntryKind,
    more?: Partial<Pick<NewEntry, "text" | "shown" | "to">>,
  ) => Promise<number>;
};

/** Prepares a step that a colleague takes in a case. */
export function workOn(room: Room, tx: Tx, found: Open, by: Colleague): Work {
  const { row, key } = found;
  const at = room.clock.now().toJSDate();
  return {
    ...{ room, tx, found, by, at },
    set: async (values) => await tx.updateTable("cases").set(values).where("id", "=", row.id).execute(),
    write: async (kind, { shown = false, ...more } = {}) =>
      await writeEntry(tx, { id: row.id, key }, { kind, by: by.id, at, shown, ...more }),
  };
}

/** Carries out a step, and returns the state of the case after it. */
export async function carryOut(work: Work, step: Step): Promise<CaseState> {
  const { found, by, at, set, write } = work;
  const { row, key } = found;
  switch (step.kind) {
    case "take":
      await set({ owner: by.id });
      await write("taken");
      return row.state;
    case "acknowledge": {
      await set({ owner: by.id, acknowledged_at: at, acknowledged_by: by.id });
      const seq = await write("acknowledged", { shown: true });
      await tell(work, { template: "case-acknowledged", data: {}, seq });
      return row.state;
    }
    case "hand-on":
      await set({ desk: step.desk, owner: step.colleague, told_on: null });
      await write("handed-on", { text: step.text, to: step });
      return row.state;
    case "note":
      await write("noted", { text: step.text });
      return row.state;
    case "ask":
      return await ask(work, step.text);
    case "take-up":
      await set({ state: "open", reply_hash: null });
      await write("taken-up", { text: step.text });
      return "open";
    case "tick":
      await tick(work.tx, { id: row.id, key }, { by, at }, step);
      return row.state;
    case "answer":
      return await answer(work, step);
    case "approve":
      return await approve(work);
    case "send-back":
      await set({ state: "open", outcome: null, proposed_by: null });
      await write("sent-back", { text: step.text });
      return "open";
    case "close":
      await set({ state: "closed", closed_at: at });
      await write("closed", { text: step.text });
      return "closed";
  }
}

async function ask(work: Work, text: string): Promise<CaseState> {
  const { room, found } = work;
  const token = found.row.person_id === null ? replyToken() : null;
  await work.set({ state: "asked", ...(token === null ? {} : { reply_hash: hashOfToken(token) }) });
  const seq = await work.write("asked", { text, shown: true });
  const link = token === null ? {} : { link: `${room.config.origin}/cases/reply?token=${token}` };
  await tell(work, { template: "case-asked", data: { question: text, ...link }, seq });
  return "asked";
}

/** Answers the case, or proposes the answer if two colleagues must decide. */
async function answer(
  work: Work,
  { outcome, text }: Extract<Step, { readonly kind: "answer" }>,
): Promise<CaseState> {
  const { room, tx, found, by, set, write } = work;
  const { row } = found;
  const isFinal = row.deciders === 1;
  if (outcome === "granted") await refuseWhatFollows(room, tx, found);
  await set({
    outcome,
    proposed_by: by.id,
    reply_hash: null,
    ...(isFinal ? answeredNow(work) : ({ state: "proposed" } as const)),
  });
  const seq = await write(isFinal ? "answered" : "proposed", {
    text,
    shown: isFinal && row.answer !== "NOTE",
  });
  if (isFinal) await finish(work, { outcome, text, seq });
  return isFinal ? "answered" : "proposed";
}

/** Approves the answer that a colleague proposed. */
async function approve(work: Work): Promise<CaseState> {
  const { tx, found } = work;
  const text = (await proposedText(tx, found)) ?? "";
  await work.set(answeredNow(work));
  const seq = await work.write("answered", { text, shown: found.row.answer !== "NOTE" });
  await finish(work, { outcome: found.row.outcome ?? "refused", text, seq });
  return "answered";
}

function answeredNow({ found, by, at }: Work) {
  return {
    state: "answered" as const,
    ...{ answered_by: by.id, answered_at: at },
    // An answer also counts as the acknowledgement of the case.
    ...(found.row.acknowledged_at === null ? { acknowledged_at: at, acknowledged_by: by.id } : {}),
  };
}

/** Runs the action of a decided case, and notifies the waiting flow and the customer. */
async function finish(
  work: Work,
  answered: { readonly outcome: Outcome; readonly text: string; readonly seq: number },
): Promise<void> {
  const { told } = await doWhatFollows(work, answered);
  await tellFlow(work, answered.outcome);
  if (!told) await tellAnswer(work, answered);
}

/** Returns the action that runs when a case is granted; `null` if none. */
function followOf(room: Room, { id, follows }: Open["row"]): Follow | null {
  if (follows === null) return null;
  const follow = room.follows[follows];
  if (follow === undefined) throw new Error(`cases: nobody does "${follows}", which ${id} brings about`);
  return follow;
}

/**
 * Returns the person whom the action of a case concerns. Returns `null` if the address now belongs to another
 * account than when the case was opened.
 */
async function whoseOf(tx: Tx, { row, said }: Open, follow: Follow): Promise<string | null> {
  if (follow.whose === undefined) return row.person_id;
  const now = await follow.whose(tx, givenOf(said.given));
  return now === row.about ? now : null;
}

/**
 * Throws if the action of a case cannot run now. Errors: `case-no-account`, and the errors of the action
 * itself.
 */
async function refuseWhatFollows(room: Room, tx: Tx, found: Open): Promise<void> {
  const follow = followOf(room, found.row);
  if (follow === null) return;
  const person = await whoseOf(tx, found, follow);
  if (person === null) throw new AppError("case-no-account");
  await follow.refuse(tx, person, givenOf(found.said.given));
}

/** Runs the action of a case if the case was granted. */
async function doWhatFollows(
  { room, tx, found, by }: Work,
  decided: { readonly outcome: Outcome; readonly text: string },
): Promise<Followed> {
  const { row, said } = found;
  const follow = followOf(room, row);
  if (decided.outcome !== "granted" || follow === null) return { told: false };
  const personId = await whoseOf(tx, found, follow);
  if (personId === null) throw new AppError("case-no-account");
  const given = givenOf(said.given);
  const proposedBy = row.proposed_by ?? by.id;
  const { id, reference } = row;
  const answer = decided.text;
  return await follow.run(tx, { id, reference, personId, given, proposedBy, by: by.id, answer });
}

/**
 * Notifies a flow that waits for the decision of the case. Only the first decision matters to the flow: a
 * case that is reopened later concerns only the desk.
 */
async function tellFlow({ room, tx, found }: Work, outcome: Outcome): Promise<void> {
  const { reference } = found.row;
  if (outcome !== "granted" && outcome !== "refused") return;
  const decided = outcome === "granted" ? "GRANTED" : "REFUSED";
  await room.deliver(tx, {
    event: "cases.decided",
    match: { reference },
    data: { reference, outcome: decided },
  });
}

async function tick(
  tx: Tx,
  { id, key }: { readonly id: string; readonly key: Buffer },
  { by, at }: { readonly by: Colleague; readonly at: Date },
  { item, done, lacking }: Extract<Step, { readonly kind: "tick" }>,
): Promise<void> {
  if (done)
    await tx
      .insertInto("case_ticks")
      .values({ case_id: id, item, by_person: by.id, at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await tx.deleteFrom("case_ticks").where("case_id", "=", id).where("item", "=", item).execute();
  await tx.deleteFrom("case_lacks").where("case_id", "=", id).where("item", "=", item).execute();
  if (!done && lacking !== null)
    await tx
      .insertInto("case_lacks")
      .values({ case_id: id, item, by_person: by.id, at, sealed: sealText(key, id, lacking) })
      .execute();
}

/** Returns the text of the answer that the first colleague proposed and the second colleague approves. */
async function proposedText(tx: Tx, { row, key }: Open): Promise<string | null> {
  const entry = await tx
    .selectFrom("case_entries")
    .select("sealed")
    .where("case_id", "=", row.id)
    .where("kind", "=", "proposed")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return openText(key, row.id, entry?.sealed ?? null);
}

async function tellAnswer(
  work: Work,
  { outcome, text, seq }: { readonly outcome: Outcome; readonly text: string; readonly seq: number },
): Promise<void> {
  // The outcome `done` means that the customer was called. The text is then only a note for colleagues, so no
  // letter is sent.
  if (outcome === "done") return;
  await tell(work, { template: `case-${outcome}`, data: { answer: text }, seq });
}

async function tell(
  { room, tx, found }: Work,
  letter: {
    readonly template: "case-acknowledged" | "case-asked" | "case-answered" | "case-granted" | "case-refused";
    readonly data: { readonly [name: string]: string };
    readonly seq: number;
  },
): Promise<void> {
  const { row, to } = found;
  if (to === null) return;
  const of: LetterOf = {
    to,
    language: row.language,
    reference: row.reference,
    topic: row.language === "th" ? row.topic_th : row.topic_en,
    hasAccount: row.person_id !== null,
  };
  await writeLetter(room, tx, {
    template: letter.template,
    of,
    data: { dueOn: formatTypedDate(row.due_on as LocalDate), ...letter.data },
    key: `${letter.template}:${row.id}:${letter.seq}`,
  });
}
