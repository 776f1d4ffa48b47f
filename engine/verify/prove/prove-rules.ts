import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram, expressionsOf } from "../../rules/program.ts";
import { errorAt, type Spot, warningAt } from "../../rules/report.ts";
import type { Finding, Logic, RuleFile } from "../../rules/rule.ts";
import type { Type } from "../../rules/types.ts";
import {
  assumedAbout,
  assumedExpression,
  createSpace,
  domainsOf,
  type Node,
  pathsRead,
  possibleIn,
  referencesOf,
  rootSchema,
  type Space,
  sampledWhy,
  whyNot,
} from "../model/index.ts";
import type { OrdinaryValues } from "../witness/index.ts";
import { namingOf } from "../words/index.ts";
import type { FlowSpace } from "./flow-space.ts";
import { missingCell } from "./levels.ts";
import {
  type DeadPart,
  deadPartsOf,
  knownAnswer,
  mustBeExact,
  onlyAnswer,
  type Trial,
  type Written,
} from "./rule-findings.ts";
import { among, answersAlike, asksPresence, type CheckedSpace, impliedBy, outsideOf } from "./rule-known.ts";
import { type Ground, witnessOfDead, witnessOfOnly } from "./rule-witness.ts";
import type { StepSets, SymbolicWalk } from "./symbolic-walk.ts";

const BOOLEAN: Type = { kind: "boolean" };

/**
 * Reports rules with the same result for everyone, and parts of rules that decide nothing. Other faults of
 * the rules must have been corrected before.
 */
export function proveRules(
  definition: Definition,
  fileOf: (rule: string) => string,
  budget: number,
  ordinary: OrdinaryValues | null = null,
): readonly Finding[] {
  const { program } = checkProgram(ruleSetOf(definition));
  const domainOf = domainsOf(definition);
  return program.rules.flatMap((checked) => {
    const rule = definition.rules[checked.id] as RuleFile;
    const file = fileOf(rule.id);
    try {
      // Use a separate space for each rule. Its cells are those that this rule distinguishes, and derived
      // values can have any value.
      const places = pathsRead(expressionsOf(checked), referencesOf(program.rules));
      const assumed = rule.assumes === undefined ? assumedAbout(Object.values(definition.rules), places) : [];
      const space = createSpace({
        rules: program.rules,
        expressions: [...expressionsOf(checked), ...assumed.map(assumedExpression)],
        domainOf,
        budget,
      });
      const ground: Ground = {
        definition,
        space,
        rules: program.rules,
        naming: namingOf(definition),
        reading: (node) => node,
        ordinary,
        care: () =>
          possibleIn(space, assumed, (path) =>
            rootSchema(definition, ...(path.split(".") as [string, string])),
          ),
      };
      return ruleFindings({ definition, space, checked, ground }, rule, file);
    } catch (error) {
      return [
        warningAt(
          { file, pointer: "" },
          { key: "not-proved.rule", params: { rule: rule.id, why: whyNot(error) } },
        ),
      ];
    }
  });
}

function ruleFindings(of: CheckedSpace, rule: RuleFile, file: string): readonly Finding[] {
  const { space, checked, ground } = of;
  const trial = trialOf(of.definition, space, ground.rules);
  const whole = space.ruleOf(rule.id);
  const only = onlyAnswer(space, whole, rule.must ? rule.onMissing : null);
  if (only !== null) {
    mustBeExact(space, expressionsOf(checked));
    const pointer = rule.must ? "/must" : "/value/logic";
    return [
      {
        ...errorAt({ file, pointer }, { key: "constant-rule", params: { answer: only } }),
        witness: witnessOfOnly(ground, wholeOf(checked)),
      },
    ];
  }
  const pieces = piecesOf(rule, checked);
  const outside = outsideOf(of, rule, file);
  if (outside.length > 0) return outside;
  const known = rule.assumes !== undefined || asksPresence(of) ? null : knownAnswer(space, whole);
  const isExact = sampledWhy(space, expressionsOf(checked)) === null;
  if (known !== null && (isExact || answersAlike(wholeOf(checked)))) {
    const pointer = rule.must ? "/must" : "/value/logic";
    return [
      {
        ...errorAt({ file, pointer }, { key: "constant-rule.known", params: { answer: known.answer } }),
        witness: witnessOfOnly({ ...ground, care: () => among(ground, known.set) }, wholeOf(checked)),
      },
    ];
  }
  return pieces.flatMap(({ pointer, ...written }, index): readonly Finding[] => {
    const { whole } = written;
    const answer = onlyAnswer(space, space.diagramOf(whole), null);
    if (answer !== null) {
      mustBeExact(space, [whole]);
      return [
        {
          ...errorAt({ file, pointer }, { key: "dead-condition.clause", params: { answer } }),
          witness: witnessOfOnly(ground, whole),
        },
      ];
    }
    const others = pieces.filter((_, at) => at !== index).map((piece) => piece.whole);
    if (others.length > 0 && impliedBy(space, whole, others)) {
      return [
        {
          ...errorAt({ file, pointer }, { key: "dead-condition.implied" }),
          witness: witnessOfOnly(ground, wholeOf(checked)),
        },
      ];
    }
    const dead = deadPartsOf(written, trial);
    if (dead.length > 0) mustBeExact(space, [whole]);
    return dead.map((part) => deadFinding({ file, pointer }, part, ground));
  });
}

/** Returns the parts of a rule that are checked: its clauses, or its value. */
function piecesOf(rule: RuleFile, checked: CheckedRule): readonly (Written & { readonly pointer: string })[] {
  if (checked.kind === "value")
    return [
      {
        logic: rule.value?.logic as Logic,
        whole: checked.logic,
        expected: checked.type,
        pointer: "/value/logic",
      },
    ];
  return checked.clauses.map(({ logic }, index) => ({
    logic: rule.must?.[index]?.logic as Logic,
    whole: logic,
    expected: BOOLEAN,
    pointer: `/must/${index}/logic`,
  }));
}

/** Reports parts of inline conditions that decide nothing for the people who reach them. */
export function proveConditions(
  walk: SymbolicWalk,
  ordinary: OrdinaryValues | null = null,
): readonly Finding[] {
  const { flow } = walk;
  const { definition, space } = flow;
  const { diagrams } = space;
  const file = `flows/${definition.flow.id}/flow.json`;
  const findings: Finding[] = [];
  const rules = [...flow.rules.values()];
  const common = trialOf(definition, space, rules);
  const naming = namingOf(definition);
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    const sets = walk.sets.get(id) as StepSets;
    const entries = nextOf(step);
    const lastWhen = entries.findLastIndex((_, index) => flow.conditionOf(id, index) !== null);
    let rest = sets.done;
    entries.forEach(({ when }, index) => {
      const care = rest;
      const taken = walk.takenOf(id, index);
      if (index < lastWhen) rest = diagrams.without(rest, taken);
      const whole = flow.conditionOf(id, index);
      if (whole === null) return;
      // No person takes this entry. Another finding reports it as an impossible branch.
      if (!diagrams.meet(care, taken)) return;
      const pointer = `/steps/${id}/next/${index}/when`;
      // The last edges of the step are its `next` entries, all of which know the same variables.
      const given = sets.edges.at(-1)?.given as Given;
      const reading = readingAt(flow, space.diagramOf(whole), given);
      try {
        const dead = deadPartsOf(
          { logic: when as Logic, whole, expected: BOOLEAN },
          { ...common, care, reading },
        );
        if (dead.length > 0) mustBeExact(space, [whole]);
        for (const part of dead)
          findings.push(
            deadFinding({ file, pointer }, part, {
              definition,
              space,
              rules,
              naming,
              care: () => care,
              reading,
              ordinary,
            }),
          );
      } catch (error) {
        findings.push(
          warningAt({ file, pointer }, { key: "not-proved.condition", params: { why: whyNot(error) } }),
        );
      }
    });
  }
  return findings;
}

type Given = ReadonlySet<number>;

/**
 * Returns a function that evaluates variants of a condition at its step. A data path that has no value yet at
 * the step is missing. A variable that the walk no longer keeps can have any value.
 */
function readingAt(flow: FlowSpace, whole: Node, given: Given): (node: Node) => Node {
  const { diagrams } = flow.space;
  const unknown = new Map(
    [...diagrams.support(whole)].flatMap((level) =>
      given.has(level) ? [] : [[level, missingCell(flow, level)] as const],
    ),
  );
  return (node) => diagrams.fix(node, unknown);
}

/** Returns the finding for a part of a condition that decides nothing. */
function deadFinding(spot: Spot, part: DeadPart, ground: Ground): Finding {
  const params = { constant: String(part.constant), part: JSON.stringify(part.logic).slice(0, 160) };
  const at = (pointer: string): Spot => ({ ...spot, pointer: `${spot.pointer}${pointer}` });
  const found = errorAt(at(part.pointer), { key: "dead-condition", params });
  const finding: Finding =
    part.beside === null ? found : { ...found, because: { code: found.code, ...at(part.beside) } };
  const { condition } = part;
  return condition === null
    ? finding
    : { ...finding, witness: witnessOfDead(ground, { ...part, condition }) };
}

/** Returns a rule as one expression: all of its clauses, or its value. */
function wholeOf(checked: CheckedRule): Expression {
  return checked.kind === "value"
    ? checked.logic
    : { op: "and", args: checked.clauses.map(({ logic }) => logic) };
}

function trialOf(definition: Definition, space: Space, rules: readonly CheckedRule[]): Trial {
  const answers = Object.fromEntries(
    rules.map((rule): [string, Type] => [rule.id, rule.kind === "must" ? BOOLEAN : rule.type]),
  );
  return {
    space,
    types: typesOfDefinition(definition),
    answers,
    care: space.diagrams.yes,
    reading: (node) => node,
  };
}
