import type { Expression } from "../../rules/expression.ts";
import type { Formats } from "../../rules/format.ts";
import { type CheckedRule, checkProgram, type Program, type RuleSource } from "../../rules/program.ts";
import type { Finding, Path, RuleFile } from "../../rules/rule.ts";
import type { TypeEnv } from "../../rules/types.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json } from "../../values/json.ts";
import {
  type Assumed,
  assumedAbout,
  assumedExpression,
  createSpace,
  type DomainOf,
  differenceOf,
  type Node,
  pathsRead,
  possibleIn,
  referencesOf,
  type SchemaUnder,
  type Space,
  sampledWhy,
  type Why,
  whyNot,
} from "../model/index.ts";
import type { OrdinaryValues } from "../witness/index.ts";
import { type Among, type ChangedClass, changedClasses } from "./changed-classes.ts";
import { labelled } from "./labelled.ts";

/** The change of one clause of a rule, with the clause's id. */
export type ClauseChange = {
  readonly clause: string;
  readonly kind: "added" | "removed" | "changed";
  readonly classes: readonly ChangedClass[];
};

/**
 * The differences between two versions of a rule. Results are written as in cases. After the result
 * "unknown", the rule's `onMissing` is added.
 */
export type RuleComparison =
  | { readonly kind: "same" }
  /**
   * `assumes`: the assumptions without which some people would get another result. `clauses`: clauses whose
   * own result changed although the rule's result did not. For such a clause, rejected people read another
   * reason than before. Both lists are omitted if empty.
   */
  | {
      readonly kind: "equal";
      readonly texts: readonly string[];
      readonly assumes: readonly string[];
      readonly clauses?: readonly ClauseChange[];
    }
  | {
      readonly kind: "different";
      readonly classes: readonly ChangedClass[];
      readonly clauses: readonly ClauseChange[];
      readonly texts: readonly string[];
    }
  | { readonly kind: "unknown"; readonly why: Why; readonly texts: readonly string[] }
  | { readonly kind: "refused"; readonly findings: readonly Finding[] };

/**
 * A version of a rule and the rules that it refers to. `types`: the types of the data paths that this version
 * reads. Omitted if they are the same as in the other version.
 */
export type RuleVersion = {
  readonly rule: RuleFile;
  readonly others?: readonly RuleSource[];
  readonly types?: TypeEnv;
};

/**
 * The domains of the data paths that rules read. Also the schema under the first two names of a data path
 * (`facts.investor`), if the schema is known.
 */
export type Places = {
  readonly domainOf: DomainOf;
  readonly schemaUnder?: SchemaUnder;
  readonly budget?: number;
  readonly ordinary?: OrdinaryValues | null;
};

/** The context for checking rules: types of data paths, and formats of schemas. */
export type Readable = { readonly types: TypeEnv; readonly formats: Formats };

/**
 * Compares two versions of a rule by meaning. `context` contains the types and domains of the data paths that
 * the versions read.
 */
export function compareRules(
  before: RuleVersion,
  after: RuleVersion,
  context: Places & Readable,
): RuleComparison {
  if (
    canonicalJson(before.rule) === canonicalJson(after.rule) &&
    (before.others ?? []).length + (after.others ?? []).length === 0
  )
    return { kind: "same" };
  const old = programOf(before, context);
  const now = programOf(after, context);
  const findings = [...old.findings, ...now.findings].filter(({ severity }) => severity === "error");
  if (findings.length > 0) return { kind: "refused", findings };
  return compareChecked({ ...before, program: old.program }, { ...after, program: now.program }, context);
}

/** A checked version of a rule. Its program contains the rule and the rules that it refers to. */
export type CheckedVersion = RuleVersion & { readonly program: Program };

/** Compares two checked versions of a rule. Builds one diagram for each version, over common data paths. */
export function compareChecked(
  before: CheckedVersion,
  after: CheckedVersion,
  context: Places,
): RuleComparison {
  const texts = changedTexts(before.rule, after.rule);
  const old = labelled(before.program.rules, "before ");
  const now = labelled(after.program.rules, "after ");
  try {
    const expressions = [
      ...logicsOf(old, `before ${before.rule.id}`),
      ...logicsOf(now, `after ${after.rule.id}`),
    ];
    const rules = [...old, ...now];
    const assumes = [before, after].some(({ others = [] }) =>
      others.some((other) => other.rule.assumes !== undefined),
    );
    const places = assumes ? pathsRead(expressions, referencesOf(rules)) : [];
    const assumed = [assumedIn(before, places, "before "), assumedIn(after, places, "after ")];
    const space = createSpace({
      rules,
      expressions: [...expressions, ...assumed.flat().map(assumedExpression)],
      domainOf: context.domainOf,
      ...(context.budget === undefined ? {} : { budget: context.budget }),
    });
    const left = ended(space, space.ruleOf(`before ${before.rule.id}`), before.rule);
    const right = ended(space, space.ruleOf(`after ${after.rule.id}`), after.rule);
    // Compare the results for everyone who can exist in at least one of the two versions.
    const [once, nowadays] = assumed.map((one) => possibleIn(space, one, context.schemaUnder)) as [
      Node,
      Node,
    ];
    const among: Among = {
      possible: space.diagrams.either(once, nowadays),
      read: assumes ? space.levelsRead(expressions) : null,
      ordinary: context.ordinary ?? null,
    };
    const clauses = clauseChanges(
      { space, among },
      clausesOf(old, before.rule.id),
      clausesOf(now, after.rule.id),
    );
    if (!space.diagrams.meet(among.possible, differenceOf(space, left, right))) {
      const why = sampledWhy(space, expressions);
      const standsOn = left === right ? [] : [...new Set(assumed.flat().map(unlabelled))];
      return why === null || sameLogic(before, after)
        ? { kind: "equal", texts, assumes: standsOn, ...refusedOtherwise(clauses) }
        : { kind: "unknown", why, texts };
    }
    return {
      kind: "different",
      classes: changedClasses(space, left, right, among),
      clauses,
      texts,
    };
  } catch (error) {
    return sameLogic(before, after)
      ? { kind: "equal", texts, assumes: [] }
      : { kind: "unknown", why: whyNot(error), texts };
  }
}

/**
 * Returns the assumptions about the data paths that a version reads, with labelled ids. Returns none if the
 * rule is itself an assumption, because the comparison must then cover everyone.
 */
function assumedIn(
  { rule, others = [] }: RuleVersion,
  places: readonly Path[],
  label: string,
): readonly Assumed[] {
  if (rule.assumes !== undefined) return [];
  const about = assumedAbout(
    others.map((other) => other.rule),
    places,
  );
  return about.map(({ id, fact }) => ({ id: `${label}${id}`, fact }));
}

function unlabelled({ id }: Assumed): string {
  return id.slice(id.indexOf(" ") + 1);
}

function programOf({ rule, others = [], types: own }: RuleVersion, { types, formats }: Readable) {
  return checkProgram({
    rules: [{ file: `${rule.id}.json`, rule }, ...others.filter((other) => other.rule.id !== rule.id)],
    conditions: {},
    types: own ?? types,
    formats,
  });
}

/**
 * Returns true if everything that affects the result is written the same way, including referenced rules.
 * Ignores the order of clauses.
 */
function sameLogic(before: CheckedVersion, after: CheckedVersion): boolean {
  const decisive = ({ rule, program }: CheckedVersion) =>
    JSON.stringify([
      rule.onMissing,
      ...program.rules.map((one) =>
        one.kind === "value"
          ? JSON.stringify([one.id, one.logic])
          : JSON.stringify([one.id, ...one.clauses.map(({ logic }) => JSON.stringify(logic)).sort()]),
      ),
    ]);
  return decisive(before) === decisive(after);
}

function logicsOf(rules: readonly CheckedRule[], id: string): readonly Expression[] {
  const rule = rules.find((one) => one.id === id) as CheckedRule;
  return rule.kind === "value" ? [rule.logic] : rule.clauses.map((clause) => clause.logic);
}

/**
 * Returns the clauses that reject other people than before. Used for two versions of a rule that reject the
 * same people as a whole.
 */
function refusedOtherwise(clauses: readonly ClauseChange[]): { readonly clauses?: readonly ClauseChange[] } {
  const refused = clauses.filter(({ classes }) => classes.length > 0);
  return refused.length === 0 ? {} : { clauses: refused };
}

type NamedLogic = { readonly id: string; readonly logic: Expression };

function clausesOf(rules: readonly CheckedRule[], id: string): readonly NamedLogic[] {
  const rule = rules.find((one) => one.id.endsWith(` ${id}`));
  return rule?.kind === "must" ? rule.clauses : [];
}

/**
 * Returns the result that the flow gets from a rule: the result "unknown" also names the rule's `onMissing`.
 */
function ended(space: Space, node: Node, rule: RuleFile): Node {
  const unknown = `unknown, so ${rule.onMissing}`;
  return space.diagrams.map(unknown, (value) => (value === undefined ? unknown : value), node);
}

function clauseChanges(
  { space, among }: { readonly space: Space; readonly among: Among },
  before: readonly NamedLogic[],
  after: readonly NamedLogic[],
): readonly ClauseChange[] {
  const changes: ClauseChange[] = [];
  const always = space.diagrams.yes;
  const changed = (logics: readonly Expression[], old: Node, now: Node) => {
    const read = among.read === null ? null : space.levelsRead(logics);
    return changedClasses(space, old, now, { ...among, read });
  };
  for (const { id, logic } of before) {
    const now = after.find((clause) => clause.id === id);
    const old = space.diagramOf(logic);
    const other = now === undefined ? always : space.diagramOf(now.logic);
    if (old === other && now !== undefined) continue;
    changes.push({
      clause: id,
      kind: now === undefined ? "removed" : "changed",
      classes: changed(now === undefined ? [logic] : [logic, now.logic], old, other),
    });
  }
  for (const { id, logic } of after)
    if (!before.some((clause) => clause.id === id))
      changes.push({
        clause: id,
        kind: "added",
        classes: changed([logic], always, space.diagramOf(logic)),
      });
  return changes;
}

/** Returns the JSON pointers of changes outside the logic of a rule. */
function changedTexts(before: RuleFile, after: RuleFile): readonly string[] {
  const pointers: string[] = [];
  const differs = (left: unknown, right: unknown): boolean =>
    canonicalJson((left ?? null) as Json) !== canonicalJson((right ?? null) as Json);
  for (const name of ["id", "title", "source", "owner", "from", "assumes", "cases"] as const)
    if (differs(before[name], after[name])) pointers.push(`/${name}`);
  if (before.value && after.value && differs(before.value.type, after.value.type))
    pointers.push("/value/type");
  (after.must ?? []).forEach((clause, index) => {
    const old = before.must?.find((one) => one.id === clause.id);
    if (old === undefined) {
      const renamed = before.must?.some((one) => !differs(one.logic, clause.logic)) === true;
      if (renamed) pointers.push(`/must/${index}/id`);
      return;
    }
    if (differs(old.reason, clause.reason)) pointers.push(`/must/${index}/reason`);
    if (differs(old.mend, clause.mend)) pointers.push(`/must/${index}/mend`);
    if (before.must?.indexOf(old) !== index) pointers.push(`/must/${index} (order)`);
  });
  return pointers;
}
