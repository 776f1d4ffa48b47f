import type { Updateable } from "kysely";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Database, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type NewEntry, writeEntry } from "./entries.ts";
import { type Found, findCase } from "./find-case.ts";
import { type LetterOf, writeLetter } from "./letters.ts";
import { hashOfToken, replyToken } from "./reply-token.ts";
import { type Follow, type Followed, onlyDesk, type Room } from "./room.ts";
import { givenOf, openText, sealText } from "./sealed.ts";
import type { AnswerKind, CaseState, Desk, EntryKind, Outcome } from "./tables.ts";
import "./tables.ts";

/** Why a desk step is rejected. */
export type StepFailure = {
  readonly code:
    | "not-found"
    | "case-erased"
    | "case-moved"
    | "case-taken"
    | "case-not-yours"
    | "case-unticked"
    | "case-outcome"
    | "case-stays"
    | "case-objected"
    | "case-superseded"
    | "same-person"
    | "not-a-colleague";
};

/** A colleague at a desk. */
export type Colleague = { readonly id: string; readonly role: string };

/** A step of a colleague in a case. */
export type Step =
  | { readonly kind: "take" }
  /** Tells the customer that a colleague has read the case. It takes a case that nobody has. */
  | { readonly kind: "acknowledge" }
  /** Hands the case to another desk, or to a colleague of one. */
  | {
      readonly kind: "hand-on";
      readonly desk: Desk;
      readonly colleague: string | null;
      readonly text: string;
    }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "ask"; readonly text: string }
  /** Continues without the requested reply, or with one that came another way. */
  | { readonly kind: "take-up"; readonly text: string }
  /** `lacking`: why the item is not ticked. */
  | { readonly kind: "tick"; readonly item: number; readonly done: boolean; readonly lacking: string | null }
  | { readonly kind: "answer"; readonly outcome: Outcome; readonly text: string }
  | { readonly kind: "approve" }
  | { readonly kind: "send-back"; readonly text: string }
  | { readonly kind: "close"; readonly text: string };

type Open = Found & { readonly key: Buffer };

/**
 * Runs one step of a case in one transaction, with its entries in the timeline and the audit. Errors: `not-found` if
 * the colleague's desk lacks the case; `case-erased` if its texts are erased; `case-moved` if its state has changed; `case-taken`, `case-not-yours` if another
 * colleague has it; `case-unticked`; `case-outcome` if the topic is not
 * answered that way; `case-stays` if only its desk may have it; `case-objected` if the owner of the account objected;
 * `case-superseded` if a later request for the account was granted; `same-person` if two people must decide, or if the
 * colleague sent the request; `not-a-colleague` if the new owner is not one.
 */
export async function doStep(
  room: Room,
  by: Colleague,
  id: string,
  step: Step,
): Promise<Result<{ readonly state: CaseState }, StepFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await findCase(room, tx, id, { lock: true });
    if (found === null || !works(by, found.row.desk, step.kind)) return fail({ code: "not-found" });
    if (found.key === null) return fail({ code: "case-erased" });
    const refused = await hindrance(room, tx, { ...found, key: found.key }, by, step);
    if (refused !== null) return fail({ code: refused });
    const state = await carryOut(room, tx, { ...found, key: found.key }, by, step);
    await record(tx, room.clock, {
      actor: `person:${by.id}`,
      action: `cases.${ACTIONS[step.kind]}`,
      subject: `case:${id}`,
      from: found.row.state,
      to: state,
      detail:
        step.kind === "tick"
          ? { item: step.item, done: step.done, lacking: !step.done && step.lacking !== null }
          : step.kind === "answer"
            ? { outcome: step.outcome }
            : step.kind === "hand-on"
              ? { desk: step.desk, to: step.colleague }
              : {},
    });
    return ok({ state });
  });
}

const ACTIONS = {
  take: "take",
  acknowledge: "acknowledge",
  "hand-on": "handOn",
  note: "note",
  ask: "ask",
  "take-up": "takeUp",
  tick: "tick",
  answer: "answer",
  approve: "approve",
  "send-back": "sendBack",
  close: "close",
} as const satisfies Record<Step["kind"], string>;

/** The states in which a step is allowed, and whether only the owner may do it. */
const WHEN: {
  readonly [Kind in Step["kind"]]: { readonly states: readonly CaseState[]; readonly own: boolean };
} = {
  take: { states: ["open", "asked", "proposed", "answered"], own: false },
  acknowledge: { states: ["open", "asked"], own: false },
  "hand-on": { states: ["open", "asked", "proposed", "answered"], own: false },
  note: { states: ["open", "asked", "proposed", "answered"], own: false },
  ask: { states: ["open"], own: true },
  "take-up": { states: ["asked"], own: true },
  tick: { states: ["open", "asked"], own: true },
  answer: { states: ["open", "asked"], own: true },
  approve: { states: ["proposed"], own: false },
  "send-back": { states: ["proposed"], own: false },
  close: { states: ["answered"], own: false },
};

/** Returns the outcomes that a case can have, by how its desk answers. */
export function outcomesOf(answer: AnswerKind): readonly Outcome[] {
  return OUTCOMES[answer];
}

const OUTCOMES = {
  DECISION: ["granted", "refused"],
  LETTER: ["answered"],
  NOTE: ["done"],
} as const satisfies Record<AnswerKind, readonly Outcome[]>;

/** Returns true if the role may do this step. A desk does all steps of its cases; compliance approves at every desk. */
function works({ role }: Colleague, desk: Desk, kind: Step["kind"]): boolean {
  return role === desk || (role === "compliance" && (kind === "approve" || kind === "send-back"));
}

async function hindrance(
  room: Room,
  tx: Tx,
  { row }: Open,
  by: Colleague,
  step: Step,
): Promise<StepFailure["code"] | null> {
  const { states, own } = WHEN[step.kind];
  if (!states.includes(row.state)) return "case-moved";
  if (own && row.owner !== by.id) return "case-not-yours";
  if (DECIDING.has(step.kind) && (row.asked_by === by.id || row.person_id === by.id)) return "same-person";
  const only = onlyDesk(room, row);
  const desk = step.kind === "hand-on" ? step.desk : DECIDING.has(step.kind) ? by.role : only;
  if (only !== undefined && desk !== only) return "case-stays";
  if (step.kind === "acknowledge" && (row.acknowledge_by === null || row.acknowledged_at !== null))
    return "case-moved";
  if (
    (step.kind === "take" || step.kind === "acknowledge") &&
    row.owner !== null &&
    row.owner !== by.id &&
    (await worksAt(tx, row.owner, row.desk))
  )
    return "case-taken";
  if (step.kind === "hand-on" && step.colleague !== null && !(await worksAt(tx, step.colleague, step.desk)))
    return "not-a-colleague";
  if ((step.kind === "approve" || step.kind === "send-back") && row.proposed_by === by.id)
    return "same-person";
  const grants =
    (step.kind === "answer" && step.outcome === "granted") ||
    (step.kind === "approve" && row.outcome === "granted");
  if (grants && row.objected_at !== null) return "case-objected";
  if (grants && row.about !== null && (await isSuperseded(tx, row))) return "case-superseded";
  if (step.kind === "tick" && step.item >= row.checklist.length) return "not-found";
  if (step.kind === "answer" && !outcomesOf(row.answer).includes(step.outcome)) return "case-outcome";
  if (
    step.kind === "answer" &&
    step.outcome === "granted" &&
    (await ticked(tx, row.id)) < row.checklist.length
  )
    return "case-unticked";
  return null;
}

/** Steps by which a colleague decides about a case. */
const DECIDING: ReadonlySet<Step["kind"]> = new Set([
  "take",
  "acknowledge",
  "tick",
  "answer",
  "approve",
  "send-back",
]);

/** Returns whether another request for the same account was granted since this one was sent. */
async function isSuperseded(tx: Tx, { id, about, follows }: Open["row"]): Promise<boolean> {
  const granted = await tx
    .selectFrom("cases as c")
    .innerJoin("case_entries as e", "e.case_id", "c.id")
    .select("c.id")
    .where("c.about", "=", about)
    .where("c.follows", "=", follows)
    .where("c.id", "<>", id)
    .where("c.outcome", "=", "granted")
    .where("e.kind", "=", "answered")
    .where("e.seq", ">", (rows) =>
      rows
        .selectFrom("case_entries as own")
        .select((of) => of.fn.min("own.seq").as("opened"))
        .where("own.case_id", "=", id),
    )
    .executeTakeFirst();
  return granted !== undefined;
}

async function carryOut(room: Room, tx: Tx, found: Open, by: Colleague, step: Step): Promise<CaseState> {
  const { row, key } = found;
  const at = room.clock.now().toJSDate();
  const write = async (
    kind: EntryKind,
    { shown = false, ...more }: Partial<Pick<NewEntry, "text" | "shown" | "to">> = {},
  ) => await writeEntry(tx, { id: row.id, key }, { kind, by: by.id, at, shown, ...more });
  const set = async (values: Updateable<Database["cases"]>) =>
    await tx.updateTable("cases").set(values).where("id", "=", row.id).execute();
  const answered = {
    state: "answered" as const,
    ...{ answered_by: by.id, answered_at: at },
    // An answer is a first word too.
    ...(row.acknowledged_at === null ? { acknowledged_at: at, acknowledged_by: by.id } : {}),
  };
  switch (step.kind) {
    case "take":
      await set({ owner: by.id });
      await write("taken");
      return row.state;
    case "acknowledge": {
      await set({ owner: by.id, acknowledged_at: at, acknowledged_by: by.id });
      const seq = await write("acknowledged", { shown: true });
      await tell(room, tx, found, { template: "case-acknowledged", data: {}, seq });
      return row.state;
    }
    case "hand-on":
      await set({ desk: step.desk, owner: step.colleague, told_on: null });
      await write("handed-on", { text: step.text, to: step });
      return row.state;
    case "note":
      await write("noted", { text: step.text });
      return row.state;
    case "ask": {
      const token = row.person_id === null ? replyToken() : null;
      await set({ state: "asked", ...(token === null ? {} : { reply_hash: hashOfToken(token) }) });
      const seq = await write("asked", { text: step.text, shown: true });
      const link = token === null ? {} : { link: `${room.config.origin}/cases/reply?token=${token}` };
      await tell(room, tx, found, { template: "case-asked", data: { question: step.text, ...link }, seq });
      return "asked";
    }
    case "take-up":
      await set({ state: "open", reply_hash: null });
      await write("taken-up", { text: step.text });
      return "open";
    case "tick":
      await tick(tx, { id: row.id, key }, { by, at }, step);
      return row.state;
    case "answer": {
      const isFinal = row.deciders === 1;
      if (step.outcome === "granted") await refuseWhatFollows(room, tx, found);
      await set({
        outcome: step.outcome,
        proposed_by: by.id,
        reply_hash: null,
        ...(isFinal ? answered : ({ state: "proposed" } as const)),
      });
      const seq = await write(isFinal ? "answered" : "proposed", {
        text: step.text,
        shown: isFinal && row.answer !== "NOTE",
      });
      if (isFinal) {
        const { outcome, text } = step;
        const { told } = await doWhatFollows(room, tx, found, { by, outcome, text });
        await tellFlow(room, tx, found, outcome);
        if (!told) await tellAnswer(room, tx, found, { outcome, text, seq });
      }
      return isFinal ? "answered" : "proposed";
    }
    case "approve": {
      const text = (await proposedText(tx, found)) ?? "";
      await set(answered);
      const seq = await write("answered", { text, shown: row.answer !== "NOTE" });
      const outcome = row.outcome ?? "refused";
      const { told } = await doWhatFollows(room, tx, found, { by, outcome, text });
      await tellFlow(room, tx, found, outcome);
      if (!told) await tellAnswer(room, tx, found, { outcome, text, seq });
      return "answered";
    }
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

/** Returns the action that a case brings about when it is granted; `null` if none. */
function followOf(room: Room, { id, follows }: Open["row"]): Follow | null {
  if (follows === null) return null;
  const follow = room.follows[follows];
  if (follow === undefined) throw new Error(`cases: nobody does "${follows}", which ${id} brings about`);
  return follow;
}

/** Returns the person whom the action of a case is about; `null` if the address has another account than at first. */
async function whoseOf(tx: Tx, { row, said }: Open, follow: Follow): Promise<string | null> {
  if (follow.whose === undefined) return row.person_id;
  const now = await follow.whose(tx, givenOf(said.given));
  return now === row.about ? now : null;
}

/** Throws if the action of a case cannot be done now. Error: `case-no-account`, and those of the action. */
async function refuseWhatFollows(room: Room, tx: Tx, found: Open): Promise<void> {
  const follow = followOf(room, found.row);
  if (follow === null) return;
  const person = await whoseOf(tx, found, follow);
  if (person === null) throw new AppError("case-no-account");
  await follow.refuse(tx, person, givenOf(found.said.given));
}

/** Runs the action that a granted case triggers. */
async function doWhatFollows(
  room: Room,
  tx: Tx,
  found: Open,
  decided: { readonly by: Colleague; readonly outcome: Outcome; readonly text: string },
): Promise<Followed> {
  const { row, said } = found;
  const follow = followOf(room, row);
  if (decided.outcome !== "granted" || follow === null) return { told: false };
  const personId = await whoseOf(tx, found, follow);
  if (personId === null) throw new AppError("case-no-account");
  const given = givenOf(said.given);
  const by = decided.by.id;
  const proposedBy = row.proposed_by ?? by;
  const { id, reference } = row;
  return await follow.run(tx, { id, reference, personId, given, proposedBy, by, answer: decided.text });
}

/**
 * Notifies the flow that opened the case, if it waits. The first decision counts: a reopened case stays at the desk.
 */
async function tellFlow(room: Room, tx: Tx, { row: { reference } }: Open, outcome: Outcome): Promise<void> {
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

async function ticked(tx: Tx, id: string): Promise<number> {
  const rows = await tx.selectFrom("case_ticks").select("item").where("case_id", "=", id).execute();
  return rows.length;
}

async function worksAt(tx: Tx, person: string, desk: Desk): Promise<boolean> {
  const row = await tx
    .selectFrom("people")
    .select("id")
    .where("id", "=", person)
    .where("role", "=", desk)
    .where("locked_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the text that the first colleague proposed and the second one approves. */
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
  room: Room,
  tx: Tx,
  found: Open,
  { outcome, text, seq }: { readonly outcome: Outcome; readonly text: string; readonly seq: number },
): Promise<void> {
  // The customer was called; the text is a note for colleagues.
  if (outcome === "done") return;
  await tell(room, tx, found, { template: `case-${outcome}`, data: { answer: text }, seq });
}

async function tell(
  room: Room,
  tx: Tx,
  { row, to }: Open,
  letter: {
    readonly template: "case-acknowledged" | "case-asked" | "case-answered" | "case-granted" | "case-refused";
    readonly data: { readonly [name: string]: string };
    readonly seq: number;
  },
): Promise<void> {
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
