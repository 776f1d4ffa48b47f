import type { Compiled } from "../../flow/compiled.ts";
import type { Definition, DefinitionSource } from "../../flow/definition.ts";
import { compileInProcess } from "../../flow/loading.ts";
import { ruleFileOf } from "../../flow/rules-named.ts";
import type { FindingMessage } from "../../rules/message.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import { onlyUndecided, whyNot } from "../model/index.ts";
import { type Ordinary, ordinaryValues } from "../witness/index.ts";
import { type FlowSpace, flowSpaceOf } from "./flow-space.ts";
import { proveAssumptions } from "./prove-assumptions.ts";
import { proveEntries } from "./prove-entries.ts";
import { proveFollow } from "./prove-follow.ts";
import { proveConditions, proveRules } from "./prove-rules.ts";
import { proveSchemas } from "./prove-schemas.ts";
import { proveSteps } from "./prove-steps.ts";
import { proveStranded } from "./prove-stranded.ts";
import { type SymbolicWalk, walkSymbolically } from "./symbolic-walk.ts";
import type { Proof } from "./witness.ts";

export type ProveOptions = {
  /** Maximum number of diagram nodes. A question that needs more is reported as `not-proved`. */
  readonly budget?: number;
  /** Returns the file of a rule, for findings. */
  readonly fileOf?: (rule: string) => string;
  /**
   * Previous version, if there is one. If given, `prove` also checks whether open instances of that version
   * can follow.
   */
  readonly before?: Definition | null;
  /** Compiled definition. If omitted, the definition is compiled when a witness must be replayed. */
  readonly compiled?: Compiled;
  /** Ordinary person. Witnesses differ from this person only where necessary. */
  readonly ordinary?: Ordinary;
};

/**
 * Proves properties of a definition that can be loaded, for every combination of its switches, facts and
 * answers at once. The properties are: no unreachable step, no impossible branch, no dead end, no condition
 * without effect, no broken invariant, no missing input. Each finding has a witness that the engine replayed.
 *
 * `not-proved` says what could not be decided and why. It is an error for an invariant, otherwise a warning.
 */
export function prove(definition: Definition, options: ProveOptions = {}): readonly Finding[] {
  const file = `flows/${definition.flow.id}/flow.json`;
  const fileOf = options.fileOf ?? ((rule) => `flows/${definition.flow.id}/rules/${rule}.json`);
  let flow: FlowSpace;
  let walk: SymbolicWalk;
  const budget = options.budget ?? 1_000_000;
  const follow = options.before ? proveFollow(options.before, definition, options.ordinary) : [];
  const schemas = proveSchemas(definition);
  if (schemas.length > 0) return [...follow, ...schemas];
  const assumptions = proveAssumptions(definition, fileOf, budget);
  if (assumptions.length > 0) return [...follow, ...assumptions];
  try {
    const built = flowSpaceOf(definition, budget);
    if ("findings" in built) return built.findings;
    flow = built;
    walk = walkSymbolically(flow);
  } catch (error) {
    const says: FindingMessage = { key: "not-proved.flow", params: { why: whyNot(error) } };
    const { invariants } = definition.flow;
    const finding =
      invariants.length > 0
        ? errorAt({ file, pointer: "/invariants" }, says)
        : warningAt({ file, pointer: "" }, says);
    return [...follow, finding];
  }
  let compiled = options.compiled ?? null;
  let generous: SymbolicWalk | null = null;
  const proof: Proof = {
    walk,
    generous: () => {
      generous ??= walkSymbolically(flow, { generous: true });
      return generous;
    },
    compiled: () => {
      compiled ??= compileInProcess(definition);
      return compiled;
    },
    ordinary: options.ordinary === undefined ? null : ordinaryValues(definition, options.ordinary),
  };
  const steps = proveSteps(proof);
  return [
    ...follow,
    ...stranded(proof, steps),
    ...steps,
    ...proveConditions(walk, proof.ordinary),
    ...proveEntries(definition, budget),
    ...proveRules(definition, fileOf, budget, proof.ordinary),
  ];
}

/**
 * Returns findings about people who cannot continue. If deciding this would be too expensive, returns a
 * finding that says so.
 */
function stranded(proof: Proof, steps: readonly Finding[]): readonly Finding[] {
  try {
    return proveStranded(proof, steps);
  } catch (error) {
    onlyUndecided(error);
    const spot = { file: `flows/${proof.walk.flow.definition.flow.id}/flow.json`, pointer: "" };
    return [warningAt(spot, { key: "not-proved.flow", params: { why: whyNot(error) } })];
  }
}

/** Returns the function that `prove` uses to find the file of a rule in a source. */
export function rulesIn(source: DefinitionSource): (rule: string) => string {
  return (rule) => ruleFileOf(source, source.flow, rule) ?? `flows/${source.flow}/rules/${rule}.json`;
}
