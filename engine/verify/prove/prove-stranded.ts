import type { Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { codeOf, type FindingMessage } from "../../rules/message.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import { reachableFrom, type Why } from "../model/index.ts";
import { type AtStep, fileOf, somebody } from "./at-step.ts";
import { checksOf, ruleReference } from "./flow-space.ts";
import { type Stranded, strandedIn } from "./stranded.ts";
import { type StepSets, type SymbolicWalk, walkSymbolically } from "./symbolic-walk.ts";
import { entryOf } from "./taking.ts";
import { inTopologicalOrder } from "./topological-order.ts";
import type { Proof } from "./witness.ts";

/**
 * Reports people who cannot continue, whatever they answer at this or an earlier step. They are stopped by a
 * rule with `ask`, or by a check that they cannot satisfy. Omits faults that the `known` findings already
 * report.
 */
export function proveStranded(proof: Proof, known: readonly Finding[]): readonly Finding[] {
  const findings: Finding[] = [];
  const why = whyOpen(proof);
  for (const only of strandedIn(proof.walk)) {
    const walk = walkSymbolically(proof.walk.flow, { only });
    const places = placesOf(walk, only);
    const isSaid = ({ id, pointer }: Place): boolean =>
      [...known, ...findings].some((one) => {
        const claim = claimOf(one);
        if (!SAYS_SO.has(codeOf(claim))) return false;
        // The pointer of a finding about an invariant leads to the invariant, and the message names the step.
        const ofInvariant = one.pointer.startsWith("/invariants/") && stepOf(claim) === id;
        return ofInvariant || one.pointer === pointer || one.pointer.startsWith(`${pointer}/check/`);
      });
    if (places.some(isSaid)) continue;
    // People who pass the first of these steps are stopped at the last one. So the finding is reported at the
    // last one.
    const place = places.at(-1);
    if (place !== undefined) findings.push(strandedFinding({ ...proof, walk }, place, why));
  }
  return findings;
}

/** Codes of findings about people who cannot continue. */
const SAYS_SO: ReadonlySet<string> = new Set([
  "dead-end",
  "check-never-holds",
  "check-blocks-effect",
  "invariant-broken",
]);

/** Returns the claim of a finding. For `not-proved`, returns the claim that was undecided. */
function claimOf({ says }: Finding): FindingMessage {
  return says.key === "not-proved.somebody" || says.key === "not-proved.nobody"
    ? (says.params.claim as FindingMessage)
    : says;
}

/** Returns the step that a message names. */
function stepOf(says: FindingMessage): string | undefined {
  return "params" in says && "step" in says.params ? (says.params.step as string) : undefined;
}

/**
 * A step at which people stop: a form whose checks reject every answer, or a step whose rule asks for an
 * answer again.
 */
type Place = {
  readonly id: string;
  readonly pointer: string;
  readonly sets: StepSets;
  readonly asks: boolean;
};

/** Returns the steps at which the stranded people stop, in topological order. */
function placesOf({ flow, sets }: SymbolicWalk, only: Stranded): readonly Place[] {
  const { definition, space } = flow;
  const { diagrams } = space;
  return inTopologicalOrder(definition).flatMap((id): readonly Place[] => {
    const step = definition.flow.steps[id] as Step;
    const at = sets.get(id) as StepSets;
    // Skip the steps before the receipt, because the walk contains everyone there, not only stranded people.
    if (only.at !== "start" && id !== only.step && reachableFrom(definition, id).has(only.step)) return [];
    const asking = nextOf(step).findIndex((_, index) => {
      const { stays } = entryOf(flow, id, index, (node) => node);
      return stays !== diagrams.no;
    });
    const left = at.edges.reduce((rest, { set }) => diagrams.without(rest, set), at.done);
    if (asking >= 0 && left !== diagrams.no)
      return [{ id, pointer: `/steps/${id}/next/${asking}`, sets: at, asks: true }];
    const isKept =
      (step.kind === "form" || step.kind === "effect") && (only.at === "start" || id !== only.step);
    return isKept && diagrams.without(at.answered, at.passing) !== diagrams.no
      ? [{ id, pointer: `/steps/${id}`, sets: at, asks: false }]
      : [];
  });
}

/**
 * Returns the reason why it cannot be proved that no answer leads further. The reason is that some values
 * were only sampled. Returns `null` if there is no such reason.
 */
function whyOpen({ walk }: Proof): Why | null {
  const { definition, space, conditionOf } = walk.flow;
  const read = Object.entries(definition.flow.steps).flatMap(([id, step]) => [
    ...checksOf(definition, id).map(ruleReference),
    ...nextOf(step).flatMap((_, index) => conditionOf(id, index) ?? []),
  ]);
  const places = space.sampled(read).map(({ path }) => path);
  return places.length === 0 ? null : { key: "why.values", params: { places } };
}

function strandedFinding(proof: Proof, { id, pointer, sets, asks }: Place, why: Why | null): Finding {
  const { flow } = proof.walk;
  const { diagrams } = flow.space;
  const step = flow.definition.flow.steps[id] as AtStep["step"];
  const says = { key: asks ? "dead-end.asks" : "dead-end.back", params: { step: id } } as const;
  if (why !== null)
    return warningAt(
      { file: fileOf(proof), pointer },
      { key: "not-proved.nobody", params: { claim: says, why } },
    );
  // The people stop after the receipt of this step. The sets of the step describe people before the receipt,
  // so no witness can be selected from them.
  if (asks && sets.edges.some(({ crossed }) => crossed))
    return errorAt({ file: fileOf(proof), pointer }, says);
  const left = sets.edges.reduce((rest, { set }) => diagrams.without(rest, set), sets.passing);
  return somebody(
    { proof, id, step, sets, why: null },
    { pointer, says },
    {
      set: asks ? left : diagrams.without(sets.answered, sets.passing),
      answered: true,
      shows: ({ walk }) => walk.at.step === id || walk.at.kind === "form",
    },
  );
}
