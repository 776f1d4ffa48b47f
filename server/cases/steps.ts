import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { carryOut, workOn } from "./carry-out.ts";
import { findCase } from "./find-case.ts";
import { onlyDesk, type Room } from "./room.ts";
import type { Colleague, Open, Step, StepFailure } from "./step.ts";
import type { AnswerKind, CaseState, Desk, Outcome } from "./tables.ts";
import "./tables.ts";

/**
 * Runs one step of a case in one transaction, with its entries in the timeline and the audit trail.
 * Errors: `not-found` if the case is not at the colleague's desk; `case-erased` if its texts are erased;
 * `case-moved` if its state does not allow the step; `case-taken`, `case-not-yours` if another colleague owns
 * it; `case-unticked` if an item of the checklist is not ticked; `case-outcome` if the topic does not have
 * this outcome; `case-stays` if only one desk may have the case; `case-objected` if the owner of the account
 * objected; `case-superseded` if a later request for the account was granted; `same-person` if a second
 * person must decide, or if the colleague sent the request; `not-a-colleague` if the new owner is no
 * colleague.
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
    const open: Open = { ...found, key: found.key };
    const refused = await hindrance(room, tx, open, by, step);
    if (refused !== null) return fail({ code: refused });
    const state = await carryOut(workOn(room, tx, open, by), step);
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

/** For each step, the states in which it is allowed, and whether only the owner may take it. */
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

/** Returns the outcomes that a case can have. They depend on how its desk answers. */
export function outcomesOf(answer: AnswerKind): readonly Outcome[] {
  return OUTCOMES[answer];
}

const OUTCOMES = {
  DECISION: ["granted", "refused"],
  LETTER: ["answered"],
  NOTE: ["done"],
} as const satisfies Record<AnswerKind, readonly Outcome[]>;

/**
 * Returns whether a role may take this step. A desk takes all steps of its cases, and compliance approves
 * answers at every desk.
 */
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

/** Steps with which a colleague decides about a case. */
const DECIDING: ReadonlySet<Step["kind"]> = new Set([
  "take",
  "acknowledge",
  "tick",
  "answer",
  "approve",
  "send-back",
]);

/** Returns whether another request for the same account was granted after this request was sent. */
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
