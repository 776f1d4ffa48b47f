import type { CompiledRules } from "../rules/compile-rules.ts";
import type { FailedClause, OnMissing, Path, RuleOutcome, Scope, Truth } from "../rules/rule.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { assumptionsOf } from "./assumptions.ts";
import { clauseLimits, type Limit } from "./clause-limits.ts";
import { type Clean, compileClean } from "./clean-answer.ts";
import { type AnswerField, answersBehind, decidesOn, type Leading, leadingTo } from "./deciding-answers.ts";
import type { Definition } from "./definition.ts";
import { callOf, isByRule } from "./derived-call.ts";
import { errorsOfValidation, type Validator } from "./field-errors.ts";
import { fitsSchema } from "./fits-schema.ts";
import type { Entry, FormStep, Step } from "./flow-file.ts";
import { fieldsOf } from "./form-schema.ts";
import { pathsOfLogic, pathsOfRule, type Sources, sourcesOf } from "./paths-read.ts";
import { conditionKey, entryKey } from "./rule-set.ts";
import { pathsShown } from "./shown.ts";
import { nextOf } from "./step-kinds.ts";
import { tradeOf } from "./trade.ts";
import type { FieldError, Passed } from "./walk.ts";

/**
 * The parts that a definition compiles to: validators by the `$id` of a step's schema, and the compiled
 * rules.
 */
export type CompiledParts = {
  readonly validators: { readonly [schemaId: string]: Validator };
  readonly rules: CompiledRules;
};

/**
 * A compiled definition. `compileInProcess` makes it from a definition, and `fromModule` from a published
 * module.
 */
export type Compiled = {
  readonly definition: Definition;
  /** Hash of the definition version. Empty if the definition was compiled in process without a hash. */
  readonly hash: string;
  /** Compiled plan of the flow. Code outside the engine must not read it. */
  readonly plan: Plan;
};

/** A rule that a step uses, with its compiled function. */
export type UsedRule = {
  readonly id: string;
  readonly onMissing: OnMissing;
  readonly run: (scope: Scope) => RuleOutcome;
  /** Limits that sentences about failed clauses can contain, by clause id. */
  readonly limits: ReadonlyMap<string, Limit>;
};

/** A rule that must hold before a person can leave a step. */
export type StepCheck = UsedRule & {
  /** Whether the rule reads the step's own form. Secrets of that form exist only during submission. */
  readonly readsOwnForm: boolean;
};

/** One entry of a `next` list. */
export type Branch = {
  readonly to: number;
  /** Entry of the trail if a person takes this branch. */
  readonly passed: Passed;
  /** Condition of the branch; `null` if the branch is always taken. */
  readonly test: ((scope: Scope) => Truth) | null;
  readonly rule: UsedRule | null;
};

/** The result of cleaning and validating an answer. */
export type Judged = { readonly value: JsonObject; readonly errors: readonly FieldError[] };

/**
 * A data path split into segments. The segments do not contain the `?` that marks a value that may be
 * missing.
 */
export type Place = { readonly path: Path; readonly segments: readonly string[] };

/**
 * A field whose initial value comes from a data path. The value is used only if it is valid for the field.
 */
export type Prefilled = {
  readonly field: string;
  readonly place: Place;
  readonly fits: (value: Json) => boolean;
};

/** A compiled step. */
export type Node = {
  readonly id: string;
  readonly index: number;
  readonly step: Step;
  readonly kind: Step["kind"];
  readonly form: {
    readonly clean: Clean;
    readonly judge: (answer: JsonObject) => Judged;
    readonly validate: Validator;
    readonly secrets: readonly string[];
  } | null;
  readonly check: readonly StepCheck[];
  readonly shows: readonly Place[];
  /** Initial values of form fields. */
  readonly prefill: readonly Prefilled[];
  readonly input: readonly { readonly name: string; readonly place: Place }[];
  readonly next: readonly Branch[];
  readonly explains: ((scope: Scope) => RuleOutcome) | null;
  /**
   * Whether the effect may run again with another input. If false, the effect runs once, even if earlier
   * answers are reopened.
   */
  readonly repeatable: boolean;
  /**
   * Facts and derived values that must be known when a walk enters the step (`arrival`). `leaving` lists
   * further ones that must be known before the walk leaves the step. `null` if no value is needed.
   */
  readonly arrival: Sources | null;
  readonly leaving: Sources | null;
};

/** How a derived value is computed. */
export type DerivedPlan = (
  | {
      readonly kind: "function";
      readonly args: readonly Place[];
      readonly run: (...args: readonly Json[]) => Json | undefined;
    }
  | { readonly kind: "rule"; readonly run: (scope: Scope) => Json | undefined }
) & {
  /**
   * Whether the value stays the same during one walk. The value of a rule with `ask` can change when an
   * answer arrives.
   */
  readonly stable: boolean;
};

/** A location in the portal at which the flow is offered, with the condition for offering it. */
export type EntryPlan = {
  readonly place: string;
  readonly sources: Sources;
  readonly offered: (scope: Scope) => boolean;
};

/** The compiled form of a definition. */
export type Plan = {
  readonly nodes: readonly Node[];
  readonly byId: ReadonlyMap<string, Node>;
  readonly start: number;
  readonly derived: ReadonlyMap<string, DerivedPlan>;
  /** Arguments of each fact; an empty list for a fact without arguments. */
  readonly facts: ReadonlyMap<string, readonly { readonly name: string; readonly place: Place }[]>;
  /** Assumptions about each fact. */
  readonly assumptions: ReadonlyMap<
    string,
    readonly { readonly id: string; readonly run: (scope: Scope) => RuleOutcome }[]
  >;
  readonly flags: readonly string[];
  readonly entries: readonly EntryPlan[];
  /** Number of steps with a form. */
  readonly forms: number;
  readonly sources: (path: Path) => Sources;
  /**
   * Returns the reason why a step led to the next step. Used only at ends, to find the answers that decided
   * the route.
   */
  readonly leading: (step: string, to: string) => Leading;
  readonly decidesOn: (passed: {
    readonly step: string;
    readonly to: string;
    readonly end: string;
  }) => boolean;
  readonly explaining: (end: string) => readonly AnswerField[];
};

/** Combines a definition with its compiled parts. */
export function assemble(definition: Definition, parts: CompiledParts, hash = ""): Compiled {
  const { flow } = definition;
  const ids = Object.keys(flow.steps);
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const nodes = ids.map((id, index) => nodeOf({ definition, parts, indexOf }, id, index));
  const start = indexOf.get(flow.start);
  if (start === undefined) throw new Error(`assemble: ${flow.id} starts at unknown step ${flow.start}`);
  const plan: Plan = {
    nodes,
    byId: new Map(nodes.map((node) => [node.id, node])),
    start,
    derived: new Map(Object.keys(flow.derived).map((name) => [name, derivedPlan(definition, parts, name)])),
    facts: new Map(
      Object.entries(flow.facts).map(([fact, args]) => [
        fact,
        Object.keys(args)
          .sort()
          .map((name) => ({ name, place: placeOf(args[name] as Path) })),
      ]),
    ),
    assumptions: assumedOf({ definition, parts, indexOf }),
    flags: flow.flags,
    entries: (flow.entries ?? []).map((entry, index) =>
      entryPlan({ definition, parts, indexOf }, entry, index),
    ),
    forms: Object.keys(definition.schemas).length,
    sources: (path) => sourcesOf(definition, [path]),
    leading: (step, to) => leadingTo(definition, step, to),
    decidesOn: (passed) => decidesOn(definition, passed),
    explaining: (end) => {
      const step = flow.steps[end];
      const rule = step?.kind === "end" ? step.explains : undefined;
      return rule === undefined ? [] : answersBehind(definition, pathsOfRule(definition, rule));
    },
  };
  return { definition, hash, plan };
}

/** Splits a data path into segments. */
export function placeOf(path: Path): Place {
  const bare = path.replace(/\?$/, "");
  return { path: bare, segments: bare.split(".") };
}

type Assembly = {
  readonly definition: Definition;
  readonly parts: CompiledParts;
  readonly indexOf: ReadonlyMap<string, number>;
};

function assumedOf(assembly: Assembly): Plan["assumptions"] {
  const byFact = new Map<string, { readonly id: string; readonly run: UsedRule["run"] }[]>();
  for (const { id, assumes } of assumptionsOf(assembly.definition)) {
    const { run } = usedRule(assembly, id);
    byFact.set(assumes, [...(byFact.get(assumes) ?? []), { id, run }]);
  }
  return byFact;
}

function nodeOf(assembly: Assembly, id: string, index: number): Node {
  const { definition, parts } = assembly;
  const step = definition.flow.steps[id] as Step;
  const check = checksOf(assembly, id, step);
  const shows = pathsShown(step).map(placeOf);
  const input =
    step.kind === "effect"
      ? Object.entries(step.input).map(([name, path]) => ({
          name: name.replace(/\?$/, ""),
          place: placeOf(path),
        }))
      : [];
  const prefill = step.kind === "form" ? prefilledBy(definition, id, step) : [];
  const next = nextOf(step).map((entry, at) => branchOf(assembly, id, entry, at));
  const own = `answers.${id}.`;
  const explains = step.kind === "end" ? step.explains : undefined;
  const arrival = [
    ...check.flatMap((rule) => pathsOfRule(definition, rule.id)),
    ...shows.map((place) => place.path),
    ...prefill.map(({ place }) => place.path),
    ...input.map(({ place }) => place.path),
    ...(step.kind === "wait" && step.until !== undefined ? [step.until] : []),
    ...(explains === undefined ? [] : pathsOfRule(definition, explains)),
    ...(step.kind === "challenge" ? showsOf(definition, step.binds) : []),
  ];
  const leaving = nextOf(step).flatMap((entry) =>
    entry.when === undefined ? [] : pathsOfLogic(definition, entry.when),
  );
  return {
    id,
    index,
    step,
    kind: step.kind,
    form: formOf(assembly, id),
    check: check.map((rule) => ({
      ...rule,
      readsOwnForm:
        step.kind === "effect" && pathsOfRule(definition, rule.id).some((path) => path.startsWith(own)),
    })),
    shows,
    prefill,
    input,
    next,
    explains: explains === undefined ? null : (parts.rules.must[explains] ?? null),
    repeatable: step.kind === "effect" && definition.effects[step.effect]?.repeatable === true,
    arrival: someSources(sourcesOf(definition, arrival)),
    leaving: someSources(sourcesOf(definition, leaving)),
  };
}

function prefilledBy(definition: Definition, id: string, { prefill = {} }: FormStep): readonly Prefilled[] {
  const { formats } = tradeOf(definition);
  const fields = fieldsOf(definition.schemas[id] ?? {});
  return Object.entries(prefill).map(([field, path]) => {
    const schema = fields.find(({ name }) => name === field)?.schema;
    return {
      field,
      place: placeOf(path),
      fits: (value) => schema !== undefined && fitsSchema(value, schema, formats),
    };
  });
}

function someSources(sources: Sources): Sources | null {
  return sources.facts.length + sources.derived.length === 0 ? null : sources;
}

function showsOf(definition: Definition, review: string): readonly Path[] {
  const step = definition.flow.steps[review];
  return step?.kind === "review" ? pathsShown(step) : [];
}

/** Returns a step's own checks, and the invariants that must hold before the step. */
function checksOf(assembly: Assembly, id: string, step: Step): readonly UsedRule[] {
  const own = "check" in step ? (step.check ?? []) : [];
  const before = assembly.definition.flow.invariants
    .filter((invariant) => invariant.before === id)
    .map((invariant) => invariant.rule);
  return [...new Set([...own, ...before])].map((rule) => usedRule(assembly, rule));
}

function usedRule({ definition, parts }: Assembly, id: string): UsedRule {
  const file = definition.rules[id];
  const run = parts.rules.must[id];
  if (file === undefined || run === undefined) throw new Error(`assemble: rule ${id} was not compiled`);
  return { id, onMissing: file.onMissing, run, limits: clauseLimits(file) };
}

function branchOf(
  assembly: Assembly,
  id: string,
  entry: { readonly when?: Json; readonly to: string },
  at: number,
): Branch {
  const to = assembly.indexOf.get(entry.to);
  if (to === undefined) throw new Error(`assemble: step ${id} leads to unknown step ${entry.to}`);
  const passed: Passed = Object.freeze({ step: id, to: entry.to, frozen: false });
  if (entry.when === undefined) return { to, passed, test: null, rule: null };
  if (typeof entry.when === "string") return { to, passed, test: null, rule: usedRule(assembly, entry.when) };
  const test = assembly.parts.rules.conditions[conditionKey(id, at)];
  if (test === undefined) throw new Error(`assemble: condition ${conditionKey(id, at)} was not compiled`);
  return { to, passed, test, rule: null };
}

/**
 * Compiles a portal entry. If the entry's condition is unknown, the flow is not offered, because a link to an
 * unavailable flow helps no one. A rule with `onMissing: "allow"` is the exception.
 */
function entryPlan(assembly: Assembly, { place, when }: Entry, index: number): EntryPlan {
  const { definition, parts } = assembly;
  const sources = sourcesOf(definition, when === undefined ? [] : pathsOfLogic(definition, when));
  if (when === undefined) return { place, sources, offered: () => true };
  if (typeof when === "string") {
    const { run, onMissing } = usedRule(assembly, when);
    return {
      place,
      sources,
      offered: (scope) => {
        const { kind } = run(scope);
        return kind === "holds" || (kind === "unknown" && onMissing === "allow");
      },
    };
  }
  const test = parts.rules.conditions[entryKey(index)];
  if (test === undefined) throw new Error(`assemble: condition ${entryKey(index)} was not compiled`);
  return { place, sources, offered: (scope) => test(scope) === true };
}

function formOf({ definition, parts }: Assembly, id: string): Node["form"] {
  const schema = definition.schemas[id];
  if (schema === undefined) return null;
  const validate = parts.validators[schema.$id as string];
  if (validate === undefined) throw new Error(`assemble: the schema of step ${id} was not compiled`);
  const clean = compileClean(schema, tradeOf(definition).formats);
  // Caches one answer per step, because a page derives the same answers repeatedly. A WeakMap would cost the
  // server more in garbage collection than it saves.
  let last: { readonly answer: JsonObject; readonly judged: Judged } | null = null;
  return {
    clean,
    validate,
    secrets: fieldsOf(schema)
      .filter((field) => field.schema.writeOnly === true)
      .map((field) => field.name),
    judge: (answer) => {
      if (last !== null && (last.answer === answer || last.judged.value === answer)) return last.judged;
      const value = clean(answer);
      const judged = { value, errors: errorsOfValidation(validate, value) };
      last = { answer, judged };
      return judged;
    },
  };
}

function derivedPlan(definition: Definition, parts: CompiledParts, name: string): DerivedPlan {
  const file = definition.flow.derived[name] as Definition["flow"]["derived"][string];
  if (isByRule(file)) {
    const run = parts.rules.value[file.rule];
    if (run === undefined) throw new Error(`assemble: rule ${file.rule} was not compiled`);
    return { kind: "rule", run, stable: false };
  }
  const call = callOf(tradeOf(definition), file);
  if (call?.known === undefined)
    throw new Error(`assemble: derived.${name} names unknown function ${call?.name}`);
  const stable = !sourcesOf(definition, call.args).derived.some((inner) =>
    isByRule(definition.flow.derived[inner]),
  );
  return { kind: "function", args: call.args.map(placeOf), run: call.known.run, stable };
}

/** Returns the failed or unknown clauses of an outcome. */
export function clausesOf(outcome: RuleOutcome): readonly FailedClause[] {
  return outcome.kind === "holds" ? [] : outcome.clauses;
}
