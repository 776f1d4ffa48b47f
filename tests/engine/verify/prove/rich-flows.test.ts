import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Compiled,
  contestOf,
  derive,
  type EffectStep,
  effectInput,
  type Facts,
  type Flags,
  factKey,
  type Instance,
  type Receipt,
  receiptTrail,
  submit,
  type Walk,
} from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import { historyOf } from "../../../../engine/flow/receipts.ts";
import { targetsOf } from "../../../../engine/flow/step-kinds.ts";
import type { JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { checkEffects, checkGraph } from "../../../../engine/verify/lint/index.ts";
import { checksOf, flowSpaceOf } from "../../../../engine/verify/prove/flow-space.ts";
import { prove, sleepingSteps } from "../../../../engine/verify/prove/index.ts";
import { walkSymbolically } from "../../../../engine/verify/prove/symbolic-walk.ts";
import { small } from "../../fixtures/small-flow.ts";
import { objectsOf, richFlow } from "./rich-flows.ts";

const RUNS = Number(process.env.SAPHAN_FLOWS ?? 15);
const SEED =
  process.env.SAPHAN_FLOWS_SEED === undefined ? {} : { seed: Number(process.env.SAPHAN_FLOWS_SEED) };

/** Maximum number of traversals of one flow. Flows with more are skipped. */
const MOST_WALKS = 3000;
/** Maximum number of failures of one effect for a user who goes back each time. */
const MOST_FAILURES = 2;

/** What users did: the steps, each `step > to`, and faults by their pointer in the flow file. */
type Seen = { readonly steps: Set<string>; readonly edges: Set<string>; readonly faults: Set<string> };

type State = {
  readonly instance: Instance;
  readonly flags: Flags;
  readonly facts: Facts;
  /** The latest known day. Time only moves forward. */
  readonly today: string;
};

/**
 * Replays all users one by one with the engine, also back after an error. Returns `null` if there are too
 * many.
 */
function everybody(compiled: Compiled, isOff: (flag: string) => boolean = () => false): Seen | null {
  const { definition, plan } = compiled;
  const { flow, rules } = definition;
  const text = JSON.stringify([flow, rules]);
  const reads = (path: string): boolean =>
    [`"${path}"`, `"${path}?"`, `"${path}.length"`].some((one) => text.includes(one));
  const seen: Seen = { steps: new Set(), edges: new Set(), faults: new Set() };
  const begun = new Set<string>();
  const pools = new Map<string, readonly JsonObject[]>();
  let walks = 0;
  const flagged = flow.flags
    .filter((flag) => reads(`flags.${flag}`) && !isOff(flag))
    .reduce<readonly Flags[]>((all, flag) => all.flatMap((one) => [one, { ...one, [flag]: true }]), [{}]);
  const pool = (under: string, schema: JsonSchema | undefined): readonly JsonObject[] => {
    const found = pools.get(under) ?? objectsOf(under, schema ?? { type: "object" }, reads);
    pools.set(under, found);
    return found;
  };
  /** Returns the valid answers of a form, as they are stored. */
  const answersOf = (step: string): readonly JsonObject[] =>
    pool(`answers.${step}`, definition.schemas[step]).flatMap((answer) => {
      const judged = plan.byId.get(step)?.form?.judge(answer);
      return judged?.errors.length === 0 ? [judged.value] : [];
    });
  const writing = (instance: Instance, receipt: object): Instance => ({
    ...instance,
    receipts: [
      ...instance.receipts,
      { ...receipt, seq: instance.receipts.length + 1, at: "2026-11-24T03:00:00.000Z" } as Receipt,
    ],
  });

  /** Continues the instance with other facts and switches. */
  const anew = (instance: Instance, { today }: Pick<State, "today">): void => {
    const key = JSON.stringify([instance.answers, instance.receipts, today]);
    if (begun.has(key)) return;
    begun.add(key);
    for (const flags of flagged) visit({ instance, flags, facts: {}, today });
  };
  /** Continues the instance with new answers to everything that is not frozen. */
  const back = (instance: Instance, state: State): void => {
    const frozen = historyOf(instance.receipts).frozen.flatMap(({ trail }) => trail.map(({ step }) => step));
    const answers = Object.entries(instance.answers).filter(
      ([step]) => frozen.includes(step) || flow.steps[step]?.kind === "effect",
    );
    anew({ ...instance, answers: Object.fromEntries(answers) }, state);
  };
  const answering = ({ instance, ...state }: State, step: string, value: JsonObject): void => {
    const revision = instance.receipts.length + 1;
    visit({
      ...state,
      instance: { ...instance, answers: { ...instance.answers, [step]: { value, revision } } },
    });
  };

  function visit(state: State): void {
    walks += 1;
    if (walks > MOST_WALKS) return;
    const { instance, flags, facts, today } = state;
    const walk = derive(compiled, instance, facts, flags);
    const { at } = walk;
    seen.steps.add(at.step);
    for (const { step, to } of walk.trail) {
      seen.steps.add(step).add(to);
      seen.edges.add(`${step} > ${to}`);
    }
    switch (at.kind) {
      case "needs": {
        const { fact, args } = at.facts[0] as (typeof at.facts)[number];
        const { schema, mayBeAbsent } = definition.facts[fact] as (typeof definition.facts)[string];
        for (const value of [...pool(`facts.${fact}`, schema), ...(mayBeAbsent ? [null] : [])]) {
          const day = typeof value?.t === "string" ? value.t : today;
          if (day >= today)
            visit({ ...state, facts: { ...facts, [factKey(fact, args)]: value }, today: day });
        }
        return;
      }
      case "form":
        if (instance.answers[at.step] === undefined)
          for (const value of answersOf(at.step)) answering(state, at.step, value);
        return;
      case "review":
        answering(state, at.step, { values: at.values });
        return;
      case "challenge": {
        const exhausted = instance.receipts.some(({ step }) => step === at.step);
        const receipt = { kind: "challenge", step: at.step, values: at.values };
        for (const outcome of exhausted ? ["passed"] : ["passed", "exhausted"])
          visit({ ...state, instance: writing(instance, { ...receipt, outcome }) });
        return;
      }
      case "wait": {
        if (at.until === null) seen.faults.add(`/steps/${at.step}/until`);
        const receipt = { kind: "wait", step: at.step, trail: receiptTrail(walk) };
        for (const data of pool(`effects.${at.step}`, definition.events["small.come"]?.data))
          anew(writing(instance, { ...receipt, outcome: { kind: "event", data } }), state);
        anew(writing(instance, { ...receipt, outcome: { kind: "timeout" } }), state);
        return;
      }
      case "effect":
        comeTo(walk, state);
    }
  }

  function comeTo({ at }: Walk, state: State): void {
    if (at.kind !== "effect") return;
    const { instance, flags, facts } = state;
    const step = flow.steps[at.step] as EffectStep;
    for (const rule of checksOf(definition, at.step)) {
      if (!at.errors.some(({ code }) => code.startsWith(`${rule}.`))) continue;
      const index = flow.invariants.findIndex((one) => one.before === at.step && one.rule === rule);
      seen.faults.add(
        index >= 0 ? `/invariants/${index}` : `/steps/${at.step}/check/${step.check?.indexOf(rule)}`,
      );
    }
    if (step.form !== true) {
      if (at.state !== "ask") happen(derive(compiled, instance, facts, flags), state, {});
      return;
    }
    for (const answer of answersOf(at.step)) {
      const decision = submit(compiled, instance, facts, flags, { step: at.step, answer });
      if (decision.kind === "accepted")
        happen(
          decision.walk,
          { ...state, instance: { ...instance, answers: decision.answers } },
          decision.form,
        );
    }
  }

  function happen(walk: Walk, state: State, form: JsonObject): void {
    const { at } = walk;
    if (at.kind !== "effect") return;
    const { instance } = state;
    const step = flow.steps[at.step] as EffectStep;
    const { input, hash } = effectInput(compiled, walk, form);
    for (const name of Object.keys(step.input))
      if (!name.endsWith("?") && !Object.hasOwn(input, name))
        seen.faults.add(`/steps/${at.step}/input/${name}`);
    const receipt = { kind: "effect", step: at.step, attempt: at.attempt, inputHash: hash };
    for (const code of at.attempt <= MOST_FAILURES ? Object.keys(step.errors) : []) {
      const failed = writing(instance, { ...receipt, outcome: { kind: "failed", code }, trail: [] });
      const contest = contestOf(compiled, failed, { step: at.step, code });
      back(contest === null ? failed : writing(failed, contest), state);
    }
    const trail = receiptTrail(walk);
    for (const output of pool(`effects.${at.step}`, definition.effects[step.effect]?.output))
      anew(writing(instance, { ...receipt, outcome: { kind: "done", output }, trail }), state);
  }

  anew({ id: "i", flow: "small", version: "", answers: {}, receipts: [] }, { today: "" });
  return walks > MOST_WALKS ? null : seen;
}

function asksWhatNobodyCan({ properties = {} }: JsonSchema): boolean {
  return Object.hasOwn(properties as object, "none");
}

const beyond = (all: ReadonlySet<string>, known: readonly string[]): readonly string[] =>
  sorted([...all].filter((one) => !known.includes(one)));
/**
 * Returns true for a check that reads the form of its own step. Such a check is asked again. If no answer
 * helps, the step is reported as a dead end.
 */
const isToldOfStep = (
  { code, pointer }: { readonly code: string; readonly pointer: string },
  place: string,
): boolean => code === "dead-end" && place.startsWith(`${pointer}/check/`);
const sorted = (all: Iterable<string>): readonly string[] => [...all].sort();

it(`no user of a rich random flow does what is proved impossible, and each fault that a user meets is reported (${RUNS} flows)`, () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const definition = small(richFlow((of) => g(fc.constantFrom, ...of) as (typeof of)[number]));
      fc.pre(checkGraph(definition).length + checkEffects(definition).length === 0);
      const compiled = compileInProcess(definition);
      const seen = everybody(compiled);
      fc.pre(seen !== null);

      const flow = flowSpaceOf(definition, 200_000);
      if ("findings" in flow) throw new Error(JSON.stringify(flow.findings));
      const { space } = flow;
      const { sets } = walkSymbolically(flow);
      const steps = [...sets].flatMap(([step, { arrive }]) => (arrive === space.diagrams.no ? [] : [step]));
      const edges = [...sets.values()].flatMap((one) =>
        one.edges.flatMap(({ from, to, set }) => (set === space.diagrams.no ? [] : [`${from} > ${to}`])),
      );
      expect(beyond(seen.steps, steps)).toEqual([]);
      expect(beyond(seen.edges, edges)).toEqual([]);
      const isImpossible = Object.values(definition.schemas).some((schema) => asksWhatNobodyCan(schema));
      if (!isImpossible && isExact(compiled) && space.variables.every(({ exact }) => exact)) {
        expect(sorted(seen.steps)).toEqual(sorted(steps));
        expect(sorted(seen.edges)).toEqual(sorted(new Set(edges)));
      }

      for (const off of [["g"], ["g", "k"]]) {
        const flags = Object.fromEntries(
          definition.flow.flags.map((flag) => [flag, off.includes(flag) ? false : null]),
        );
        const awake = everybody(compiled, (flag) => off.includes(flag));
        const asleep = sleepingSteps(definition, flags) ?? [];
        expect([off, [...(awake?.steps ?? [])].filter((step) => asleep.includes(step))]).toEqual([off, []]);
      }

      const findings = prove(definition, { compiled });
      expect(findings.some(({ code }) => code === "schema-unsatisfiable")).toBe(isImpossible);
      // Nothing is proved about the steps after a form without a valid answer.
      if (isImpossible) return;
      expect(
        beyond(
          seen.faults,
          [...seen.faults, ...findings.map(({ pointer }) => pointer)].filter((place) =>
            findings.some((one) => one.pointer === place || isToldOfStep(one, place)),
          ),
        ),
      ).toEqual([]);
      for (const { says } of findings) {
        const { step, to } = (says as { readonly params?: JsonObject }).params ?? {};
        if (says.key === "unreachable-step.nobody") expect(seen.steps).not.toContain(step);
        if (!says.key.startsWith("impossible-branch")) continue;
        const same = targetsOf(step as string, definition.flow.steps[step as string] as EffectStep);
        if (same.filter((one) => one.to === to).length === 1)
          expect(seen.edges).not.toContain(`${step} > ${to}`);
      }
    }),
    { numRuns: RUNS, maxSkipsPerRun: 1000, ...SEED },
  );
}, 3_600_000);

/**
 * Returns true if the symbolic traversal allows no more than users do. It may allow more for three reasons.
 * Results of functions are unconstrained in a proof; the traversal forgets users whom a rule with onMissing
 * "ask" leads back; and only few days are tried.
 */
function isExact({ definition: { flow, rules } }: Compiled): boolean {
  const asks = Object.values(rules).some(({ onMissing }) => onMissing === "ask");
  return !asks && !("d" in flow.derived) && !JSON.stringify([flow, rules]).includes('"facts.f.t"');
}
