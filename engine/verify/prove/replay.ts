import {
  type Compiled,
  derive,
  type EffectStep,
  type Facts,
  factKey,
  type Instance,
  inputHash,
  type Receipt,
  receiptTrail,
  secretsOf,
  type Walk,
} from "../../flow/index.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Person } from "./person.ts";

/** What the engine's own walk made of a person's way: `null` where it went another way. */
export type Replay = { readonly walk: Walk; readonly instance: Instance } | null;

const AT = "2026-11-24T03:00:00.000Z";
const MOST_TURNS = 2_000;

/**
 * Lets a person go her way in the engine's own walk: answers are given, reviews confirmed, challenges passed, effects done
 * or failed as her path says. Ends where her path ends; the last step's answer is given where `answering` says so.
 */
export function replay(compiled: Compiled, person: Person, answering: boolean): Replay {
  const { steps } = compiled.definition.flow;
  let instance: Instance = {
    id: "witness",
    flow: compiled.definition.flow.id,
    version: "",
    answers: {},
    receipts: [],
  };
  let facts: Facts = {};
  let time = 0;
  const stages = new Map(person.path.map((stage) => [stage.step, stage]));
  const { step: last } = person.path.at(-1) as Person["path"][number];
  const write = (receipt: WithoutHead): void => {
    const seq = instance.receipts.length + 1;
    instance = { ...instance, receipts: [...instance.receipts, { ...receipt, seq, at: AT } as Receipt] };
  };
  const cross = (): void => {
    facts = {};
    time = Math.min(time + 1, person.times.length - 1);
  };
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const now = person.times[time] ?? { flags: {}, facts: {} };
    const walk = derive(compiled, instance, facts, now.flags);
    const { at } = walk;
    if (at.kind === "needs") {
      const supplied = at.facts.map(({ fact, args }) => [factKey(fact, args), now.facts[fact] ?? null]);
      facts = { ...facts, ...Object.fromEntries(supplied) } as Facts;
      continue;
    }
    const stage = stages.get(at.step);
    const isLast = at.step === last;
    if (isLast && !(answering && at.kind === "form" && instance.answers[at.step] === undefined))
      return { walk, instance };
    if (!isLast && passed(walk, last)) return { walk, instance };
    if (stage === undefined) return null;
    switch (at.kind) {
      case "form": {
        if (instance.answers[at.step] !== undefined) return null;
        instance = withAnswer(instance, at.step, person.answers[at.step] ?? {});
        continue;
      }
      case "review":
        instance = withAnswer(instance, at.step, { values: at.values });
        continue;
      case "challenge":
        write({
          kind: "challenge",
          step: at.step,
          outcome: stage.way?.kind === "error" ? "exhausted" : "passed",
          values: at.values,
        });
        continue;
      case "effect": {
        const step = steps[at.step] as EffectStep;
        if (at.state === "ask" && !step.form) return null;
        const own = step.form === true ? person.answers[at.step] : undefined;
        if (own !== undefined && instance.answers[at.step] === undefined) {
          instance = withAnswer(instance, at.step, open(compiled, at.step, own));
          continue;
        }
        if (stage.way?.kind === "error") {
          write({
            kind: "effect",
            step: at.step,
            attempt: at.attempt,
            inputHash: inputHash(at.input),
            outcome: { kind: "failed", code: stage.way.code },
            trail: [],
          });
          continue;
        }
        write({
          kind: "effect",
          step: at.step,
          attempt: at.attempt,
          inputHash: inputHash(at.input),
          outcome: { kind: "done", output: person.outputs[at.step] ?? {} },
          trail: receiptTrail(walk),
        });
        cross();
        continue;
      }
      case "wait":
        write({
          kind: "wait",
          step: at.step,
          outcome:
            stage.way?.kind === "timeout"
              ? { kind: "timeout" }
              : { kind: "event", data: person.outputs[at.step] ?? {} },
          trail: receiptTrail(walk),
        });
        cross();
        continue;
    }
  }
  return null;
}

/** Whether a walk passed a step, or stands at it. */
export function passed(walk: Walk, step: string): boolean {
  return walk.at.step === step || walk.trail.some((one) => one.step === step);
}

type WithoutHead = Receipt extends infer One
  ? One extends Receipt
    ? Omit<One, "seq" | "at">
    : never
  : never;

function withAnswer(instance: Instance, step: string, value: JsonObject): Instance {
  return { ...instance, answers: { ...instance.answers, [step]: { value, revision: 1 } } };
}

/** A secret form without its secrets, as it is kept. */
function open(compiled: Compiled, step: string, value: JsonObject): JsonObject {
  const secrets = secretsOf(compiled, step);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !secrets.includes(name)));
}
