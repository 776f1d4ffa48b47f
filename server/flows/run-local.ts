import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type EffectInput, type Position, receiptTrail, type Walk } from "../../engine/flow/index.ts";
import type { RuleOutcome } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, type Result } from "../../engine/values/result.ts";
import { later } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import type { EffectFailure, EffectHandler, LocalFailure } from "./effects.ts";
import { giveTo } from "./give-to.ts";
import { handedOn } from "./handed-on.ts";
import { holdToAssumptions } from "./held-facts.ts";
import type { LockedContext, WalkOutcome } from "./instance-context.ts";
import type { Subject } from "./registry.ts";
import { effectStep, settleEffect } from "./settle-effect.ts";

type EffectPosition = Extract<Position, { readonly kind: "effect" }>;

/** Runs a local effect in the transaction of its receipt; an expected failure leaves its receipt and none of its rows. */
export async function runLocal(
  deps: FlowsDeps,
  context: LockedContext,
  run: WalkOutcome & { readonly at: EffectPosition; readonly given: EffectInput },
): Promise<LockedContext> {
  const { at, given, walk, facts } = run;
  const { instance, subject, language } = context.stored;
  const handler = handlerOf(deps, context, at.step);
  if (handler.mode !== "local") throw new Error(`flows: "${handler.id}" cannot run inside a submission`);
  const { client, session, proved } = context;
  const ready =
    handler.prepare === undefined
      ? {}
      : context.prepared.of(`${handler.id} ${canonicalJson(given.input)}`, async () =>
          handler.prepare === undefined
            ? {}
            : await handler.prepare({ client, personId: personIdOf(subject) }, given.input),
        );
  let owner = subject;
  await later(context.tx, sql`savepoint effect`.compile(context.tx));
  const answer = await handler.run(
    {
      tx: context.tx,
      client,
      ...(session === undefined ? {} : { session }),
      ...(proved === undefined ? {} : { proved }),
      instance: { id: instance.id, flow: instance.flow, version: instance.version, step: at.step },
      subject,
      personId: personIdOf(subject),
      idempotencyKey: keyOf(instance.id, at.step, at.attempt),
      clock: deps.clock,
      language,
      prepared: ready,
      handedOn: () => handedOn(context.compiled.definition, at.step, given.input),
      judge: (rule, fresh) => judge(deps, context, { rule, fresh, walk }),
      claim: async (personId) => {
        owner = personId === null ? nobody() : `person:${personId}`;
        await giveTo(deps, context.tx, { id: instance.id, key: context.stored.key, owner });
        await deps.claimed(context.tx, subject, owner);
      },
    },
    given.input,
  );
  const { outcome, leaves } = apart(answer);
  if (!outcome.ok) {
    await sql`rollback to savepoint effect`.execute(context.tx);
    owner = subject;
  }
  await later(context.tx, sql`release savepoint effect`.compile(context.tx));
  await leaves?.(context.tx);
  // Whoever it belongs to from now on is not shown in this answer what the one before answered elsewhere.
  const repeated = owner === subject ? context.stored.repeated : () => ({});
  const moved = { ...context, stored: { ...context.stored, subject: owner, repeated } };
  return await settleEffect(deps, moved, {
    step: at.step,
    attempt: at.attempt,
    inputHash: given.hash,
    trail: receiptTrail(walk),
    facts,
    outcome,
  });
}

/** What the receipt says, and what a refusal leaves behind, which is no part of it. */
function apart(answer: Result<JsonObject, LocalFailure>): {
  readonly outcome: Result<JsonObject, EffectFailure>;
  readonly leaves?: LocalFailure["leaves"];
} {
  if (answer.ok) return { outcome: answer };
  const { leaves, ...error } = answer.error;
  return { outcome: fail(error), ...(leaves === undefined ? {} : { leaves }) };
}

/** A rule of the instance's version over what the walk read, with some facts read anew. */
async function judge(
  deps: FlowsDeps,
  { stored, compiled, flags }: LockedContext,
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

/** The handler of an effect step; without one the definition should never have been published, so it throws. */
export function handlerOf(deps: FlowsDeps, context: LockedContext, step: string): EffectHandler {
  const { effect } = effectStep(context, step);
  const handler = deps.registry.effects.get(effect);
  if (handler === undefined) throw new Error(`flows: no room does the effect "${effect}"`);
  return handler;
}

/** A key that names this try of this effect, and no other, however often it is made. */
export function keyOf(instance: string, step: string, attempt: number): string {
  const hex = sha256(`${instance}/${step}/${attempt}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A visitor whose cookie nobody has. */
function nobody(): Subject {
  return `visitor:${randomBytes(32).toString("hex")}`;
}
