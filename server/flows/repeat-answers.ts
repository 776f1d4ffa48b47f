import type { Definition, Receipt } from "../../engine/flow/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { readInstance, type StoredInstance } from "./instance-store.ts";
import { ALONE } from "./prepared-transaction.ts";
import type { AskedAgain, Subject } from "./registry.ts";
import type { Write } from "./story.ts";
import { write } from "./write.ts";

/**
 * Returns the subject's latest completed instance of a flow, whose answers a new instance can reuse. Returns
 * `null` if there is none.
 */
export async function lastDone(
  deps: Pick<FlowsDeps, "vault">,
  db: Db | Tx,
  { flow, subject }: { readonly flow: string; readonly subject: Subject },
): Promise<StoredInstance | null> {
  const rows = await db
    .selectFrom("flow_instances")
    .select("id")
    .where("flow", "=", flow)
    .where("subject", "=", subject)
    .where("closed_at", "is not", null)
    .orderBy("ordinal", "desc")
    .limit(10)
    .execute();
  for (const { id } of rows) {
    const stored = await readInstance(deps, db, id);
    if (stored?.instance.receipts.some((one) => one.kind === "end" && one.outcome === "done")) return stored;
  }
  return null;
}

/** Returns whether an instance was opened because of this request to answer again. */
export function meets({ instance }: StoredInstance, asked: AskedAgain): boolean {
  return instance.receipts.some((receipt) => receipt.kind === "contested" && receipt.by === asked.by);
}

/**
 * Copies the answers of an earlier instance to a new one. The answers that staff want again are marked as
 * contested. A review that a challenge confirms must be confirmed again. Any other review stays valid as long
 * as the values that it shows are unchanged.
 */
export async function repeatAnswers(
  deps: FlowsDeps,
  tx: Tx,
  given: Repeat & { readonly begun: StoredInstance },
): Promise<void> {
  const now = deps.clock.now().toJSDate().toISOString();
  await write(
    deps,
    { tx, share: ALONE },
    { stored: given.begun, flags: {}, now, writes: writesOf(given, now) },
  );
}

type Repeat = {
  readonly before: StoredInstance;
  readonly definition: Definition;
  readonly asked: AskedAgain;
};

function writesOf({ before, definition, asked }: Repeat, at: string): readonly Write[] {
  const { steps } = definition.flow;
  const bound = new Set(
    Object.values(steps).flatMap((step) => (step.kind === "challenge" ? [step.binds] : [])),
  );
  const answers = Object.entries(before.instance.answers).flatMap(([step, { value }]): readonly Write[] => {
    const kind = steps[step]?.kind;
    const stands = kind === "form" || (kind === "review" && !bound.has(step));
    return stands ? [{ kind: "answer", step, answer: { value, revision: 1 } }] : [];
  });
  const contests: Contested[] = asked.inputs.flatMap(({ input, ...why }) => {
    const place = placeOf(definition, asked.effect, input);
    const given = place !== null && before.instance.answers[place.step] !== undefined;
    return given ? [{ ...place, revision: 1, ...why }] : [];
  });
  // If the request names no inputs, one receipt with revision 0 records that the instance answers the
  // request. It makes no answer invalid.
  const [anywhere = definition.flow.start] = [...bound, ...Object.keys(before.instance.answers)];
  if (contests.length === 0) contests.push({ step: anywhere, revision: 0 });
  const receipts = contests.map(
    (contest, index): Receipt => ({
      seq: index + 1,
      at,
      kind: "contested",
      by: asked.by,
      code: "asked-again",
      ...contest,
    }),
  );
  return [
    ...answers,
    ...receipts.map((receipt): Write => ({ kind: "receipt", receipt, facts: {}, repeatable: false })),
  ];
}

type Contested = Omit<Extract<Receipt, { kind: "contested" }>, "kind" | "seq" | "at" | "by" | "code"> & {
  readonly code?: string;
};

/**
 * Returns the step and field whose answer is the input of an effect. Returns `null` if the input is no
 * answer.
 */
function placeOf(
  { flow }: Definition,
  effect: string,
  input: string,
): { readonly step: string; readonly field: string } | null {
  const step = Object.values(flow.steps).find((one) => one.kind === "effect" && one.effect === effect);
  if (step?.kind !== "effect") return null;
  const path = step.input[input] ?? step.input[`${input}?`] ?? "";
  const [root, form, field] = path.split(".");
  return root === "answers" && form !== undefined && field !== undefined ? { step: form, field } : null;
}
