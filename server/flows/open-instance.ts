import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Language } from "../../engine/values/languages.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { walked } from "./advance.ts";
import { decided } from "./asks.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { factsFrom } from "./facts.ts";
import { KEY_BYTES } from "./instance-key.ts";
import { readInstance, type StoredInstance } from "./instance-store.ts";
import { factsOf, type InTransaction, load, refuseStaff } from "./load.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { Subject } from "./registry.ts";
import { lastDone, meets, repeatAnswers } from "./repeat-answers.ts";
import type { Loaded } from "./story.ts";
import { type View, view } from "./view.ts";

/**
 * Returns the subject's open instance of a flow, or a new one. With `again`, a new one begins if the open
 * instance has reached an end or a wait. With `startOver`, it always begins. `blank` offers no earlier
 * answers, because the person starts something new, such as the next order. Effects that were completed stay
 * in force. The older instance is not deleted; the new one refers to it in its field `again`. `staff` tells
 * whether the person has a role. Errors: `flow-unknown`, `log-in-first`, `staff-hold-no-units`,
 * `effect-running` (an effect of the open instance must end first).
 */
export async function openInstance(
  deps: FlowsDeps,
  flow: string,
  subject: Subject,
  { language, staff = false, ...how }: OpenHow & { readonly language: Language; readonly staff?: boolean },
): Promise<View> {
  const current = deps.definitions.current(flow);
  const compiled = current === null ? null : await deps.definitions.compiled(current.hash);
  if (current === null || compiled === null) throw new AppError("flow-unknown");
  if (compiled.definition.flow.subject === "account" && personIdOf(subject) === null)
    throw new AppError("log-in-first");
  refuseStaff(compiled, { staff });
  const id = await preparedTransaction(deps, async (tx, prepared) => {
    // With this lock, two tabs that open the flow at the same time get the same instance.
    await sql`select pg_advisory_xact_lock(6050001, hashtext(${`${subject} ${flow}`}))`.execute(tx);
    const last = await tx
      .selectFrom("flow_instances")
      .select(["id", "closed_at"])
      .where("subject", "=", subject)
      .where("flow", "=", flow)
      .orderBy("ordinal", "desc")
      .limit(1)
      .executeTakeFirst();
    const goesOn =
      last !== undefined && last.closed_at === null ? await readInstance(deps, tx, last.id) : null;
    const personId = personIdOf(subject);
    const asked = personId === null ? null : ((await deps.askedAgain?.(tx, { flow, personId })) ?? null);
    const before = asked === null ? null : await lastDone(deps, tx, { flow, subject });
    const repeats = asked !== null && before !== null && !(goesOn !== null && meets(goesOn, asked));
    if (goesOn !== null && !repeats && !(await mustBeginAnew(deps, { tx, prepared }, goesOn, how)))
      return goesOn.instance.id;
    if (repeats) {
      const again = before.instance.id;
      const id = await begin(deps, tx, { flow, version: current.hash, subject, language, again });
      const begun = await readInstance(deps, tx, id);
      if (begun === null) throw new Error(`openInstance: instance ${id} is not there`);
      await repeatAnswers(deps, tx, { begun, before, definition: compiled.definition, asked });
      return id;
    }
    const offers = how.blank !== true && (how.again || goesOn !== null);
    const repeated = offers ? (last?.id ?? null) : null;
    return await begin(deps, tx, { flow, version: current.hash, subject, language, again: repeated });
  });
  return await view(deps, id, subject);
}

/** What to do if the subject already has an open instance of the flow. */
export type OpenHow = {
  readonly again: boolean;
  readonly startOver?: boolean;
  /** Whether the new instance offers no answers of the previous one. */
  readonly blank?: boolean;
};

/**
 * Returns whether a new instance must replace the open one. This is so if the person starts over, if the open
 * one has reached an end or a wait, or if a newer version requires starting again.
 */
async function mustBeginAnew(
  deps: FlowsDeps,
  { tx, prepared }: Pick<InTransaction, "tx" | "prepared">,
  stored: StoredInstance,
  { again, startOver = false }: OpenHow,
): Promise<boolean> {
  if (startOver && stored.busy) throw new AppError("effect-running");
  if (startOver) return true;
  let loaded: Loaded;
  try {
    loaded = await load(deps, tx, stored, prepared);
  } catch (error) {
    if (error instanceof AppError && error.code === "begin-again") return true;
    throw error;
  }
  if (!again) return false;
  const { at } = (await decided(walked(loaded), factsFrom(factsOf(deps, tx, loaded)))).walk;
  return at.kind === "wait" || at.kind === "end";
}

async function begin(
  deps: FlowsDeps,
  tx: Tx,
  given: Pick<StoredInstance, "subject" | "language" | "again"> & {
    readonly flow: string;
    readonly version: string;
  },
): Promise<string> {
  const id = randomUUID();
  const at = deps.clock.now().toJSDate();
  await tx
    .insertInto("flow_instances")
    .values({
      id,
      flow: given.flow,
      version: given.version,
      subject: given.subject,
      opened_by: given.subject,
      again: given.again,
      language: given.language,
      opened_at: at,
      touched_at: at,
      closed_at: null,
      locked_key: await deps.vault.lockKey(tx, given.subject, randomBytes(KEY_BYTES)),
    })
    .execute();
  await record(tx, deps.clock, {
    actor: given.subject,
    action: "flows.open",
    subject: `instance:${id}`,
    to: "open",
    version: given.version,
    detail: { flow: given.flow, ...(given.again === null ? {} : { again: given.again }) },
  });
  return id;
}
