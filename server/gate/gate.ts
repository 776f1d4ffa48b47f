import { assumptionsOf } from "../../engine/flow/assumptions.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { rulesOf } from "../../engine/rules/index.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding, RuleCase } from "../../engine/rules/rule.ts";
import { type Coverage, coverageOf, type Shown } from "../../engine/verify/coverage/index.ts";
import { checkLinks, looseEnds, withCauses } from "../../engine/verify/lint/index.ts";
import { domainsOf } from "../../engine/verify/model/index.ts";
import { prove, rulesIn } from "../../engine/verify/prove/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import { type SpokenFinding, spoken, type Words } from "../../engine/verify/words/index.ts";
import { changedRules, type Differences, differencesOf } from "../differences/index.ts";
import { sha256 } from "../sha256.ts";
import type { Files } from "../sources/index.ts";
import {
  assess,
  compileModule,
  hashesOf,
  NAMES,
  PAGES,
  type Unsound,
  unsound,
  wordsAt,
} from "../sources/index.ts";
import { changedOffers } from "./changed-offers.ts";
import { gateEdition } from "./gate-edition.ts";
import { checkAgainstOracle, type OracleCheck } from "./oracle-check.ts";
import { checkRuleDates } from "./rule-dates.ts";

/** What the cases of a changed rule show, counted, and the cases that are missing. */
export type RuleCoverage = {
  readonly rule: string;
  /** Share of what is feasible that cases show, 0 to 1, four digits. */
  readonly share: number;
  readonly conditions: Counted;
  readonly thresholds: Counted;
  readonly missing: readonly RuleCase[];
};
type Counted = { readonly [what in Shown]: number };

/** What the gate found about a version; the same files, before and after, always give the same. */
export type Judged = {
  /** SHA-256 of each file (`hashesOf`). */
  readonly files: { readonly [path: string]: string };
  /** Hash of the definition: the version's name. */
  readonly hash: string;
  /** SHA-256 of the bytes that browsers will get from this edition of the compiler. */
  readonly module: string;
  readonly compiler: string;
  /** Edition of the engine and the gate that judged. */
  readonly engine: string;
  /** Warnings; an error never comes this far. */
  readonly findings: readonly SpokenFinding[];
  /** Proved for everybody: one that is broken, or that cannot be decided, refuses the version. */
  readonly invariants: readonly { readonly before: string; readonly rule: string }[];
  /** What the proofs stood on: promises of those who supply facts. */
  readonly assumptions: readonly Assumed[];
  /** `null` where there was no version before. */
  readonly differences: Differences | null;
  readonly coverage: readonly RuleCoverage[];
  readonly oracle: readonly OracleCheck[];
};

/** An assumption in words: about which fact, who says so, and what is promised of it. */
export type Assumed = {
  readonly rule: string;
  readonly about: string;
  readonly title: Words;
  readonly source: string;
  readonly says: readonly Words[];
};

/** What the gate judges: plain data, so that it may run in a thread of its own. */
export type GateInput = {
  readonly flow: string;
  readonly files: Files;
  /** The files that are published now; `null` where nothing is. */
  readonly before: Files | null;
  /** Whether they are written on top of that by a person: what the server offers changes with a release alone. */
  readonly keepsOffers: boolean;
  /** The published flows, which links may lead to. */
  readonly flows: readonly string[];
  /** The business day on which it is judged, `YYYY-MM-DD`. */
  readonly today: string;
  /** The compiler's edition. */
  readonly edition: string;
};

/** A version that may be published. */
export type Passed = {
  readonly kind: "passed";
  readonly definition: Definition;
  readonly judged: Judged;
  readonly module: string;
};

/**
 * Loads, verifies and proves a flow's files, compares them with the version before them, counts what the cases of changed
 * rules show, and answers those rules beside json-logic-js. An error refuses; warnings stay as evidence.
 */
export async function gate(given: GateInput): Promise<Passed | Unsound> {
  const { flow, files, edition } = given;
  const assessed = assess(flow, files);
  if (assessed.kind === "unsound") return assessed;
  const { definition, hash } = assessed;
  const before = given.before === null ? null : definitionOf(flow, given.before);
  const fileOf = rulesIn({ flow, files });
  const proofs = [
    ...assessed.findings,
    ...(given.keepsOffers ? changedOffers(flow, given.before ?? {}, files) : []),
    ...looseEnds(definition, { flow, files }, NAMES),
    ...checkRuleDates(given.before ?? {}, files, given.today),
    ...checkLinks(definition, { flows: given.flows, pages: PAGES }, fileOf),
    ...prove(definition, { before, fileOf, ordinary: readOrdinary(files) }),
  ];
  const changed = changedRules(before, definition);
  const findings = withCauses(proofs, definition);
  if (findings.some(({ severity }) => severity === "error")) return unsound(findings);
  const oracle = checkAgainstOracle(definition, changed);
  const disagreements = oracle.flatMap((check) => disagreement(check, fileOf));
  if (disagreements.length > 0) return unsound(disagreements);
  const { source: module } = await compileModule(definition, hash);
  return {
    kind: "passed",
    definition,
    module,
    judged: {
      files: hashesOf(files),
      hash,
      module: sha256(module),
      compiler: edition,
      engine: ENGINE,
      findings: findings.map(spoken),
      invariants: definition.flow.invariants,
      assumptions: assumedIn(definition),
      differences:
        before === null ? null : differencesOf(before, definition, { ordinary: readOrdinary(files) }),
      coverage: coverageOfRules(definition, changed),
      oracle,
    },
  };
}

// Read once: the thread that judges runs the code that it began with.
const ENGINE = gateEdition();

function assumedIn(definition: Definition): readonly Assumed[] {
  const words = (key: string) => wordsAt(definition, key, key);
  return assumptionsOf(definition).map(({ id, assumes, title, source, must }) => ({
    rule: id,
    about: assumes,
    title: words(title),
    source,
    says: (must ?? []).map(({ reason }) => words(reason)),
  }));
}

/** A published version as this loader reads it; what a newer loader refuses is nothing to compare with. */
function definitionOf(flow: string, files: Files): Definition | null {
  const assessed = assess(flow, files);
  return assessed.kind === "sound" ? assessed.definition : null;
}

function coverageOfRules(definition: Definition, rules: readonly string[]): readonly RuleCoverage[] {
  const needed = new Set<string>();
  const need = (id: string): void => {
    const rule = definition.rules[id];
    if (rule === undefined || needed.has(id)) return;
    needed.add(id);
    const logics = rule.must ? rule.must.map(({ logic }) => logic) : [rule.value.logic];
    for (const logic of logics) rulesOf(logic).forEach(need);
  };
  rules.forEach(need);
  const set = ruleSetOf(definition);
  const small = {
    ...set,
    conditions: {},
    rules: set.rules.filter(({ rule }) => needed.has(rule.id) || rule.assumes !== undefined),
  };
  return coverageOf(small, domainsOf(definition))
    .filter(({ rule }) => rules.includes(rule))
    .map(summed);
}

function summed({ rule, conditions, thresholds, missing, share }: Coverage): RuleCoverage {
  return {
    rule,
    share: Math.round(share * 10_000) / 10_000,
    conditions: counted(conditions.flatMap(({ whenTrue, whenFalse }) => [whenTrue, whenFalse])),
    thresholds: counted(thresholds.flatMap(({ under, at, over }) => [under, at, over])),
    missing,
  };
}

function counted(all: readonly Shown[]): Counted {
  const count = (what: Shown): number => all.filter((one) => one === what).length;
  return {
    shown: count("shown"),
    missing: count("missing"),
    infeasible: count("infeasible"),
    unknown: count("unknown"),
  };
}

function disagreement({ rule, differs }: OracleCheck, fileOf: (rule: string) => string): readonly Finding[] {
  if (differs === null) return [];
  const params = { ours: JSON.stringify(differs.ours), theirs: JSON.stringify(differs.theirs) };
  return [
    {
      ...errorAt({ file: fileOf(rule), pointer: "" }, { key: "oracle-differs", params }),
      witness: differs.scope,
    },
  ];
}
