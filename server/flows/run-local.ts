import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Walk } from "../../engine/flow/index.ts";
import type { RuleOutcome } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, type Result } from "../../engine/values/result.ts";
import { later } from "../db/index.ts";
import type { EffectDue, EffectRan } from "./asks.ts";
import { checkOutcome } from "./check-output.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import type { EffectFailure, EffectHandler, LocalEffectContext, LocalFailure } from "./effects.ts";
import { giveTo } from "./give-to.ts";
import { handedOn } from "./handed-on.ts";
import { holdToAssumptions } from "./held-facts.ts";
import type { InTransaction } from "./load.ts";
import type { Subject } from "./registry.ts";
import { effectOf, keyOf, type Loaded, type Story } from "./story.ts";

/**
 * Runs a local effect in the transaction that writes its receipt. If it fails as expected, the rows that it
 * wrote are rolled back. Throws if the failure or the output does not match the effect's signature.
 */
export async function runLocal(
  deps: FlowsDeps,
  within: InTransaction,
  { story, at: { step, attempt }, walk, given }: EffectDue,
): Promise<EffectRan> {
  const { compiled, stored } = story;
  const { instance, subject, key } = stored;
  const { tx, client, session, proved, share } = within;
  const personId = personIdOf(subject);
  const handler = handlerOf(deps, story, step);
  if (handler.mode !== "local") throw new Error(`flows: "${handler.id}" cannot run inside a submission`);
  if (handler.sharesTransaction !== true) share.needAlone();
  const prepare = handler.prepare?.bind(handler);
  const prepared =
    prepare === undefined
      ? {}
      : within.prepared.of(`${handler.id} ${canonicalJson(given.input)}`, () =>
          prepare({ client, personId }, given.input),
        );
  let owner = subject;
  const context: LocalEffectContext = {
    tx,
    client,
    ...(session === undefined ? {} : { session }),
    ...(proved === undefined ? {} : { proved }),
    ...contextOf(deps, story, { step, key: keyOf(instance.id, step, attempt) }),
    prepared,
    handedOn: () => handedOn(compiled.definition, step, given.input),
    fact: (name, args) => within.facts.read(name, args),
    judge: (rule, fresh) => judge(deps, story, { rule, fresh, walk }),
    claim: async (person) => {
      owner = person === null ? nobody() : `person:${person}`;
      await giveTo(deps, tx, { id: instance.id, key, owner });
      await deps.claimed(tx, subject, owner);
    },
  };
  share.writes();
  const run = () => handler.run(context, given.input);
  const ran = handler.failsBeforeWriting === true ? await run() : await undoneOnFailure(within, run);
  const { outcome, leaves } = apart(ran);
  if (!outcome.ok) owner = subject;
  await leaves?.(tx);
  checkOutcome(deps, effectOf(story, step).signature, outcome);
  return { outcome, subject: owner };
}

/**
 * Runs work, and rolls back the rows that it wrote if it fails as expected. A transaction that others share
 * has no savepoints, because their rows would be rolled back too: the work is done again alone.
 */
async function undoneOnFailure<Value extends { readonly ok: boolean }>(
  { tx, share }: Pick<InTransaction, "tx" | "share">,
  work: () => Promise<Value>,
): Promise<Value> {
  if (share.isShared) {
    const ran = await work();
    if (!ran.ok) share.needAlone();
    return ran;
  }
  await later(tx, sql`savepoint effect`.compile(tx));
  const ran = await work();
  if (!ran.ok) await sql`rollback to savepoint effect`.execute(tx);
  await later(tx, sql`release savepoint effect`.compile(tx));
  return ran;
}

/** Returns the part of an effect's context that describes the instance for which it runs. */
export function contextOf(
  { clock }: FlowsDeps,
  { stored: { instance, subject, language } }: Loaded,
  { step, key }: { readonly step: string; readonly key: string },
) {
  const { id, flow, version } = instance;
  const personId = personIdOf(subject);
  return { instance: { id, flow, version, step }, subject, personId, idempotencyKey: key, clock, language };
}

/**
 * Splits what a handler returned. One part is the result for the receipt; the other is the function that
 * writes the rows which stay after a failure.
 */
function apart(answer: Result<JsonObject, LocalFailure>): {
  readonly outcome: Result<JsonObject, EffectFailure>;
  readonly leaves?: LocalFailure["leaves"];
} {
  if (answer.ok) return { outcome: answer };
  const { leaves, ...error } = answer.error;
  return { outcome: fail(error), ...(leaves === undefined ? {} : { leaves }) };
}

/**
 * Evaluates a rule of the instance's version. It uses the facts of the walk, with the newly read `fresh`
 * facts in place of older ones.
 */
async function judge(
  deps: FlowsDeps,
  { stored, compiled, flags }: Story,
  given: { readonly rule: string; readonly fresh: JsonObject; readonly walk: Walk },
): Promise<RuleOutcome | null> {
  const { rule, fresh, walk } = given;
  const run = await deps.definitions.rule(stored.instance.version, rule);
  if (run === null) return null;
  for (const [fact, value] of Object.entries(fresh))
    holdToAssumptions(deps, { compiled, stored }, fact, value as JsonObject);
  const { answers, derived, effects } = walk;
  const read = Object.keys(compiled.definition.flow.facts).map((fact) => [fact, walk.read(`facts.${fact}`)]);
  const facts = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as JsonObject;
  return run({ answers, facts: { ...facts, ...fresh }, derived, effects, flags });
}

/**
 * Returns the handler of an effect step. Throws if there is none, because such a definition must not be
 * published.
 */
export function handlerOf(deps: FlowsDeps, loaded: Loaded, step: string): EffectHandler {
  const { effect } = effectOf(loaded, step).step;
  const handler = deps.registry.effects.get(effect);
  if (handler === undefined) throw new Error(`flows: no room does the effect "${effect}"`);
  return handler;
}

/** Returns an identifier of a visitor that no browser's cookie has. An instance with it belongs to nobody. */
function nobody(): Subject {
  return `visitor:${randomBytes(32).toString("hex")}`;
}
