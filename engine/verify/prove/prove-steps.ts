import type { Compiled } from "../../flow/compiled.ts";
import type { EffectStep, Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { FindingSaying } from "../../rules/sayings.ts";
import type { JsonObject } from "../../values/json.ts";
import { reachesWithout, successors } from "../check-graph.ts";
import type { Node } from "../diagram/diagram.ts";
import { sampledWhy } from "../diagram/questions.ts";
import type { Why } from "../diagram/undecided.ts";
import { namingOf, wordsOfCube } from "../words/people.ts";
import { checksOf, ruleReference } from "./flow-space.ts";
import { presentAt } from "./givers.ts";
import { type Person, personOfWay } from "./person.ts";
import { isPossible } from "./possible-person.ts";
import { passed, replay } from "./replay.ts";
import { inTopologicalOrder, missingCell, type StepSets, type SymbolicWalk } from "./symbolic-walk.ts";
import { cubeOfWay, wayOf } from "./way.ts";

/** A symbolic walk and the definition compiled, for replays. */
export type Proof = {
  readonly walk: SymbolicWalk;
  /** The same walk where whatever is not decided lets everybody go every way. */
  readonly generous: () => SymbolicWalk;
  readonly compiled: () => Compiled;
};

/** What every step must keep, with somebody who shows where it does not. */
export function proveSteps(proof: Proof): readonly Finding[] {
  const { walk } = proof;
  const { definition, space } = walk.flow;
  const tainted = taints(walk);
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    const sets = walk.sets.get(id);
    if (sets === undefined) return [];
    const at: AtStep = { proof, id, step, sets, why: tainted.get(id) ?? null };
    if (sets.arrive === space.diagrams.no) return unreachable(at);
    return [...branches(at), ...checks(at), ...stuck(at), ...inputs(at), ...unshown(at), ...waits(at)];
  });
}

type AtStep = {
  readonly proof: Proof;
  readonly id: string;
  readonly step: Step;
  readonly sets: StepSets;
  /** Why "nobody" is not proved here; `null` where it is. */
  readonly why: Why | null;
};

/** What is said of a place of the flow file. */
type Claim = Pick<Finding, "pointer" | "says">;

/** Something that nobody does: certain only where every value was tried. */
function nobody({ proof, why, id }: AtStep, { pointer, says }: Claim, shown: Shown | null): Finding {
  const spot = { file: fileOf(proof), pointer };
  if (why !== null) return warningAt(spot, { key: "not-proved.nobody", params: { claim: says, why } });
  const witness = shown === null ? null : witnessOf(proof, { step: id, ...shown });
  return { ...errorAt(spot, says), ...(witness === null ? {} : { witness: witness.json }) };
}

/** Something that somebody does, shown by a person whom the engine's own walk takes there. */
function somebody(
  { proof, id }: AtStep,
  { pointer, says, invariant = false }: Claim & { readonly invariant?: boolean },
  shown: Shown,
): Finding {
  const witness = witnessOf(proof, { step: id, ...shown });
  const spot = { file: fileOf(proof), pointer };
  if (witness?.replayed) return { ...errorAt(spot, says), witness: witness.json };
  const open: FindingSaying = { key: "not-proved.somebody", params: { claim: says } };
  return {
    ...(invariant ? errorAt(spot, open) : warningAt(spot, open)),
    ...(witness === null ? {} : { witness: witness.json }),
  };
}

type Shown = {
  /** Who shows it, among those who arrive or, `answered`, have answered. */
  readonly set: Node;
  readonly answered: boolean;
  /** Whether the walk shows what is claimed. */
  readonly shows: (found: NonNullable<ReturnType<typeof replay>>, person: Person) => boolean;
};

type Witness = { readonly json: JsonObject; readonly replayed: boolean };

function witnessOf({ walk, compiled }: Proof, claim: Shown & { readonly step: string }): Witness | null {
  if (claim.set === walk.flow.space.diagrams.no) return null;
  const way = wayOf(walk, claim.step, claim.set, claim.answered);
  const person = personOfWay(walk, way);
  if (person === null || !isPossible(compiled(), person)) return null;
  const found = replay(compiled(), person, claim.answered);
  const cube = cubeOfWay(walk, way, claim.step);
  const words = wordsOfCube(cube, namingOf(walk.flow.definition));
  return {
    json: {
      words,
      path: person.path.map(({ step }) => step),
      answers: person.answers,
      times: person.times as unknown as JsonObject[],
      outputs: person.outputs,
      replayed: found !== null && claim.shows(found, person),
    },
    replayed: found !== null && claim.shows(found, person),
  };
}

function unreachable(at: AtStep): readonly Finding[] {
  const { walk } = at.proof;
  const { definition, space } = walk.flow;
  const before = Object.keys(definition.flow.steps).find(
    (id) => successors(definition, id).includes(at.id) && walk.sets.get(id)?.arrive !== space.diagrams.no,
  );
  if (before === undefined) return [];
  const there = walk.sets.get(before) as StepSets;
  const finding = nobody(
    at,
    {
      pointer: `/steps/${at.id}`,
      says: { key: "unreachable-step.nobody", params: { step: at.id, before } },
    },
    null,
  );
  if (finding.severity === "warning") return [finding];
  const witness = witnessOf(at.proof, {
    step: before,
    set: there.arrive,
    answered: false,
    shows: ({ walk: found }) => passed(found, before) && !passed(found, at.id),
  });
  return [witness === null ? finding : { ...finding, witness: witness.json }];
}

function branches(at: AtStep): readonly Finding[] {
  const { sets, step, id } = at;
  const { diagrams } = at.proof.walk.flow.space;
  if (sets.done === diagrams.no) return [];
  const findings: Finding[] = [];
  nextOf(step).forEach((entry, index) => {
    const edge = sets.edges.find(({ way }) => way.kind === "next" && way.index === index);
    if (edge === undefined || edge.set !== diagrams.no) return;
    const alone = nextOf(step).filter(({ to }) => to === entry.to).length === 1;
    const never = diagrams.both(sets.done, at.proof.walk.takenOf(id, index)) === diagrams.no;
    findings.push(
      nobody(
        at,
        {
          pointer: `/steps/${id}/next/${index}`,
          says: {
            key: never ? "impossible-branch.never" : "impossible-branch.earlier",
            params: { step: id, to: entry.to },
          },
        },
        {
          set: edge.crossed ? sets.arrive : sets.passing,
          answered: !edge.crossed && sets.answered !== sets.arrive,
          shows: ({ walk }) =>
            passed(walk, id) && !(alone && walk.trail.some((one) => one.step === id && one.to === entry.to)),
        },
      ),
    );
  });
  return findings;
}

/** Checks that nobody passes, invariants that somebody breaks. */
function checks(at: AtStep): readonly Finding[] {
  const { sets, step, id, proof } = at;
  const { definition, space, rules } = proof.walk.flow;
  const { diagrams } = space;
  const findings: Finding[] = [];
  const own = "check" in step ? (step.check ?? []) : [];
  for (const rule of checksOf(definition, id)) {
    const invariant = definition.flow.invariants.findIndex((one) => one.before === id && one.rule === rule);
    const pointer = invariant >= 0 ? `/invariants/${invariant}` : `/steps/${id}/check/${own.indexOf(rule)}`;
    const truth = readAt(at, space.ruleOf(rule));
    const holds = diagrams.either(
      diagrams.where(truth, true),
      definition.rules[rule]?.onMissing === "allow" ? diagrams.where(truth, undefined) : diagrams.no,
    );
    const breaking = diagrams.without(sets.answered, holds);
    if (diagrams.both(sets.answered, holds) === diagrams.no) {
      findings.push(
        nobody(
          at,
          {
            pointer,
            says: { key: "check-never-holds", params: { step: id, rule } },
          },
          {
            set: breaking,
            answered: sets.answered !== sets.arrive,
            shows: ({ walk }) => walk.at.step === id,
          },
        ),
      );
      continue;
    }
    const ownForm = step.kind === "effect" && step.form === true && readsForm(at, rule);
    if (step.kind !== "effect" || (ownForm && invariant < 0)) continue;
    if (breaking === diagrams.no) {
      const sampled = at.why ?? sampledWhy(space, [ruleReference(rule)]);
      if (sampled !== null && invariant >= 0 && !askedJustBefore(at, rule) && !holdsGenerously(at, rule))
        findings.push(
          errorAt(
            { file: fileOf(proof), pointer },
            { key: "not-proved.invariant", params: { rule, step: id, why: sampled } },
          ),
        );
      continue;
    }
    const clauses = rules.get(rule)?.kind === "must" ? `${rule}.` : rule;
    findings.push(
      somebody(
        at,
        {
          pointer,
          invariant: invariant >= 0,
          says: {
            key: invariant >= 0 ? "invariant-broken" : "check-blocks-effect",
            params: { step: id, rule },
          },
        },
        {
          set: breaking,
          answered: step.form === true,
          shows: ({ walk }) =>
            walk.at.step === id
              ? walk.at.kind === "effect" &&
                (step.form === true || walk.at.errors.some(({ code }) => code.startsWith(clauses)))
              : walk.at.kind === "form" && walk.at.errors.some(({ code }) => code.startsWith(clauses)),
        },
      ),
    );
  }
  return findings;
}

/**
 * Whether every way to a step passes a form that checks this very rule, and nothing after it gives what the rule reads:
 * then it holds still, whatever it says.
 */
function askedJustBefore(at: AtStep, rule: string): boolean {
  const { walk } = at.proof;
  const { definition, space } = walk.flow;
  const read = space.levelsRead([ruleReference(rule)]);
  const seen = new Set<string>();
  const open = [at.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const step = definition.flow.steps[id] as Step;
    if (step.kind === "form" && step.check?.includes(rule)) continue;
    const gives = [...(walk.sets.get(id)?.own ?? [])].some((level) => read.has(level));
    const renews = id !== at.id && (step.kind === "effect" || step.kind === "wait");
    if (gives || renews || id === definition.flow.start) return false;
    open.push(
      ...Object.keys(definition.flow.steps).filter((from) => successors(definition, from).includes(id)),
    );
  }
  return true;
}

/** Whether a rule that is decided exactly holds even where everything that is not decided lets everybody through. */
function holdsGenerously(at: AtStep, rule: string): boolean {
  const { definition, space } = at.proof.walk.flow;
  const { diagrams } = space;
  if (space.sampled([ruleReference(rule)]).length > 0) return false;
  const sets = at.proof.generous().sets.get(at.id);
  if (sets === undefined) return false;
  const truth = readAt({ ...at, sets }, space.ruleOf(rule));
  const allowed =
    definition.rules[rule]?.onMissing === "allow" ? diagrams.where(truth, undefined) : diagrams.no;
  const holds = diagrams.either(diagrams.where(truth, true), allowed);
  return diagrams.without(sets.answered, holds) === diagrams.no;
}

function readsForm(at: AtStep, rule: string): boolean {
  const { space } = at.proof.walk.flow;
  return [...space.diagrams.support(space.ruleOf(rule))].some((level) =>
    space.variables[level]?.path.startsWith(`answers.${at.id}.`),
  );
}

/** Facts, flags and frozen answers with which no answer at all leads further. */
function stuck(at: AtStep): readonly Finding[] {
  const { sets, step, id, proof } = at;
  const { flow, givers } = proof.walk;
  const { space, definition } = flow;
  const { diagrams } = space;
  if (step.kind !== "form" || sets.passing === sets.answered || sets.passing === diagrams.no) return [];
  const free = new Set<number>();
  for (const form of Object.keys(definition.schemas)) {
    if (isFrozenAt(at, form)) continue;
    for (const level of givers.answers(form).levels) free.add(level);
    const facts = new Set(givers.factsOf(form));
    for (const fact of facts) for (const level of givers.fact(fact).levels) free.add(level);
    for (const name of givers.functions)
      if (givers.madeOf(name, { step: form, facts }))
        for (const level of givers.derived(name).levels) free.add(level);
  }
  const fast = diagrams.without(diagrams.forget(sets.arrive, free), diagrams.forget(sets.passing, free));
  const set = diagrams.both(sets.arrive, fast);
  if (set === diagrams.no) return [];
  return [
    somebody(
      at,
      {
        pointer: `/steps/${id}`,
        says: { key: "dead-end", params: { step: id } },
      },
      { set: diagrams.both(sets.answered, fast), answered: true, shows: ({ walk }) => walk.at.step === id },
    ),
  ];
}

/** Whether every way from a form to this step passes a receipt. */
function isFrozenAt(at: AtStep, form: string): boolean {
  const { definition } = at.proof.walk.flow;
  const seen = new Set<string>();
  const open = [form];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === at.id) return false;
    const kind = definition.flow.steps[id]?.kind;
    if (seen.has(id) || kind === "effect" || kind === "wait") continue;
    seen.add(id);
    open.push(...successors(definition, id));
  }
  return true;
}

/** Required inputs that are missing for somebody. */
function inputs(at: AtStep): readonly Finding[] {
  const { sets, step, id, proof } = at;
  const { flow } = proof.walk;
  const { diagrams } = flow.space;
  if (step.kind !== "effect") return [];
  return flow.needed(id).flatMap(({ name, path }) => {
    const set = diagrams.without(sets.passing, readAt(at, presentAt(flow, path)));
    if (set === diagrams.no) return [];
    return [
      somebody(
        at,
        {
          pointer: `/steps/${id}/input/${name}`,
          says: { key: "input-missing-on-path", params: { step: id, path, name } },
        },
        {
          set,
          answered: step.form === true,
          shows: ({ walk }) =>
            walk.at.kind === "effect" && walk.at.step === id && !Object.hasOwn(walk.at.input, name),
        },
      ),
    ];
  });
}

/** Where one way shows what is submitted in a review and another does not. */
function unshown(at: AtStep): readonly Finding[] {
  const { step, id, proof, sets } = at;
  const { definition, space } = proof.walk.flow;
  if (step.kind !== "effect") return [];
  const reviews = Object.entries(definition.flow.steps).filter(
    ([review, one]) => one.kind === "review" && isUncrossed(at, review),
  );
  const submitted = submittedOf(step);
  if (reviews.length === 0 || submitted.length === 0) return [];
  return submitted.flatMap(({ name, path }) => {
    const showing = reviews.flatMap(([review, one]) =>
      one.kind === "review" && showsPlace(one.shows, path) ? [review] : [],
    );
    if (showing.length === 0 || showing.some((review) => !reachesWithout(definition, id, review))) return [];
    const free = freeWay(proof.walk, id, new Set(showing));
    if (free === null || space.diagrams.both(free, sets.passing) === space.diagrams.no) return [];
    const [root, from = ""] = path.split(".");
    if (root === "answers" && reachesWithout(definition, id, from)) return [];
    return [
      nobody(
        { ...at, why: null },
        {
          pointer: `/steps/${id}/input/${name}`,
          says: { key: "submitted-unseen", params: { path, step: id, reviews: showing } },
        },
        {
          set: space.diagrams.both(free, sets.passing),
          answered: false,
          shows: ({ walk }) => walk.at.step === id,
        },
      ),
    ];
  });
}

function submittedOf(step: EffectStep): readonly { readonly name: string; readonly path: string }[] {
  return Object.entries(step.input)
    .filter(([name, path]) => !name.endsWith("?") && /^(answers|derived|facts)\./.test(path))
    .map(([name, path]) => ({ name, path }));
}

function showsPlace(shows: readonly string[], path: string): boolean {
  return shows
    .map((place) => place.replace(/\?$/, ""))
    .some((place) => path === place || path.startsWith(`${place}.`));
}

/** Whether a step leads to this one without a receipt between. */
function isUncrossed(at: AtStep, from: string): boolean {
  return !isFrozenAt(at, from);
}

/** Who comes to a step without passing some others; `null` where nobody does. */
function freeWay(walk: SymbolicWalk, to: string, avoided: ReadonlySet<string>): Node | null {
  const { diagrams } = walk.flow.space;
  let found: Node | null = null;
  const free = new Set<string>([walk.flow.definition.flow.start]);
  for (const id of inTopologicalOrder(walk.flow.definition)) {
    if (!free.has(id) || avoided.has(id)) continue;
    if (id === to) {
      found = walk.sets.get(id)?.arrive ?? null;
      break;
    }
    for (const edge of walk.sets.get(id)?.edges ?? []) if (edge.set !== diagrams.no) free.add(edge.to);
  }
  return found;
}

function waits(at: AtStep): readonly Finding[] {
  const { step, sets, id, proof } = at;
  const { flow } = proof.walk;
  const { diagrams } = flow.space;
  if (step.kind !== "wait" || step.until === undefined) return [];
  const set = diagrams.without(sets.arrive, readAt(at, presentAt(flow, step.until)));
  if (set === diagrams.no) return [];
  return [
    somebody(
      at,
      {
        pointer: `/steps/${id}/until`,
        says: { key: "wait-without-end.missing", params: { step: id, path: step.until } },
      },
      { set, answered: false, shows: ({ walk }) => walk.at.kind === "wait" && walk.at.until === null },
    ),
  ];
}

/** A diagram as it is read at a step: what nobody has given yet is missing. */
function readAt(at: AtStep, node: Node): Node {
  const { flow } = at.proof.walk;
  const { diagrams } = flow.space;
  const unknown = new Map<number, number>();
  for (const level of diagrams.support(node))
    if (!at.sets.given.has(level) && !at.sets.own.has(level)) unknown.set(level, missingCell(flow, level));
  return diagrams.fix(node, unknown);
}

/** Why "nobody" is not proved at a step: something before it was decided on samples only. */
function taints(walk: SymbolicWalk): ReadonlyMap<string, Why | null> {
  const { definition, space } = walk.flow;
  const reasons = new Map<string, Set<string>>();
  for (const id of inTopologicalOrder(definition)) {
    const own = reasons.get(id) ?? new Set<string>();
    reasons.set(id, own);
    const read = [
      ...checksOf(definition, id).map(ruleReference),
      ...nextOf(definition.flow.steps[id] as Step).flatMap(
        (_, index) => walk.flow.conditionOf(id, index) ?? [],
      ),
    ];
    for (const { path } of space.sampled(read)) own.add(path);
    for (const next of successors(definition, id)) {
      const there = reasons.get(next) ?? new Set<string>();
      for (const path of own) there.add(path);
      reasons.set(next, there);
    }
  }
  return new Map(
    [...reasons].map(([id, places]): readonly [string, Why | null] => [
      id,
      places.size === 0 ? null : { key: "why.values", params: { places: [...places] } },
    ]),
  );
}

function fileOf({ walk }: Proof): string {
  return `flows/${walk.flow.definition.flow.id}/flow.json`;
}
