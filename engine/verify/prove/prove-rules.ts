import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram, expressionsOf } from "../../rules/program.ts";
import { errorAt, type Spot, warningAt } from "../../rules/report.ts";
import type { Finding, RuleFile } from "../../rules/rule.ts";
import type { Type } from "../../rules/types.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import { assumedAbout, assumedExpression, possibleIn } from "../assume/possible.ts";
import { domainsOf, rootSchema } from "../cells/domain.ts";
import { whyNot } from "../diagram/questions.ts";
import { pathsRead, referencesOf } from "../diagram/references.ts";
import { createSpace, type Space } from "../diagram/space.ts";
import { namingOf } from "../words/people.ts";
import type { FlowSpace } from "./flow-space.ts";
import { missingCell } from "./levels.ts";
import { type DeadPart, deadPartsOf, mustBeExact, onlyAnswer, type Trial } from "./rule-findings.ts";
import { type Ground, witnessOfDead, witnessOfOnly } from "./rule-witness.ts";
import type { SymbolicWalk } from "./symbolic-walk.ts";

const BOOLEAN: Type = { kind: "boolean" };

/** Rules that answer everybody alike, and parts of rules that decide nothing. */
export function proveRules(
  definition: Definition,
  fileOf: (rule: string) => string,
  budget: number,
): readonly Finding[] {
  const { program, findings } = checkProgram(ruleSetOf(definition));
  if (findings.some(({ severity }) => severity === "error")) return findings;
  const domainOf = domainsOf(definition);
  return program.rules.flatMap((checked) => {
    const rule = definition.rules[checked.id] as RuleFile;
    const file = fileOf(rule.id);
    try {
      // A space of its own: places are cut where this rule tells values apart, and derived values are taken as they come.
      const places = pathsRead(expressionsOf(checked), referencesOf(program.rules));
      const assumed = rule.assumes === undefined ? assumedAbout(Object.values(definition.rules), places) : [];
      const space = createSpace({
        rules: program.rules,
        expressions: [...expressionsOf(checked), ...assumed.map(assumedExpression)],
        domainOf,
        budget,
      });
      const ground: Ground = {
        ...groundOf(definition, space, program.rules),
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

type CheckedSpace = Pick<FlowSpace, "definition" | "space"> & {
  readonly checked: CheckedRule;
  readonly ground: Ground;
};

function groundOf(definition: Definition, space: Space, rules: readonly CheckedRule[]): Ground {
  return {
    space,
    rules,
    naming: namingOf(definition),
    care: () => space.diagrams.yes,
    reading: (node) => node,
  };
}

function ruleFindings(of: CheckedSpace, rule: RuleFile, file: string): readonly Finding[] {
  const { space, checked, ground } = of;
  const trial = trialOf(of);
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
  const logics = rule.must
    ? rule.must.map((clause, index) => ({
        logic: clause.logic,
        pointer: `/must/${index}/logic`,
        type: BOOLEAN,
      }))
    : [
        {
          logic: rule.value.logic,
          pointer: "/value/logic",
          type: typeOfSchema(rule.value.type, () => undefined),
        },
      ];
  return logics.flatMap(({ logic, pointer, type }, index): readonly Finding[] => {
    const expression = checked.kind === "must" ? checked.clauses[index]?.logic : checked.logic;
    if (expression === undefined) return [];
    const node = space.diagramOf(expression);
    const answer = rule.must && logics.length > 1 ? onlyAnswer(space, node, null) : null;
    if (answer !== null) {
      mustBeExact(space, [expression]);
      return [
        {
          ...errorAt({ file, pointer }, { key: "dead-condition.clause", params: { answer } }),
          witness: witnessOfOnly(ground, expression),
        },
      ];
    }
    const dead = deadPartsOf(logic, type, trial);
    if (dead.length > 0) mustBeExact(space, [expression]);
    return dead.map((part) => deadFinding({ file, pointer: `${pointer}${part.pointer}` }, part, ground));
  });
}

/** Parts of inline conditions that decide nothing for whoever comes to them. */
export function proveConditions(walk: SymbolicWalk): readonly Finding[] {
  const { flow } = walk;
  const { definition, space } = flow;
  const { diagrams } = space;
  const file = `flows/${definition.flow.id}/flow.json`;
  const findings: Finding[] = [];
  const common = trialOf(flow);
  const ground = groundOf(definition, space, [...flow.rules.values()]);
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    const sets = walk.sets.get(id);
    if (sets === undefined || sets.done === diagrams.no) continue;
    const given = sets.edges.find(({ way }) => way.kind === "next")?.given ?? new Set<number>();
    let rest = sets.done;
    nextOf(step).forEach((entry, index) => {
      const pointer = `/steps/${id}/next/${index}/when`;
      const { when } = entry;
      const taken = walk.takenOf(id, index);
      const before = rest;
      rest = diagrams.without(rest, taken);
      if (when === undefined || typeof when === "string") return;
      if (diagrams.both(before, taken) === diagrams.no || before === diagrams.no) return;
      try {
        const trial: Trial = {
          ...common,
          care: before,
          reading: (node) => {
            const unknown = new Map<number, number>();
            for (const level of diagrams.support(node))
              if (!given.has(level)) unknown.set(level, missingCell(flow, level));
            return diagrams.fix(node, unknown);
          },
        };
        const dead = deadPartsOf(when, BOOLEAN, trial);
        const condition = flow.conditionOf(id, index);
        if (dead.length > 0 && condition) mustBeExact(space, [condition]);
        for (const part of dead)
          findings.push(
            deadFinding({ file, pointer: `${pointer}${part.pointer}` }, part, {
              ...ground,
              care: () => trial.care,
              reading: trial.reading,
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

function deadFinding(spot: Spot, part: DeadPart, ground: Ground): Finding {
  const params = { constant: String(part.constant), part: JSON.stringify(part.logic).slice(0, 160) };
  const finding = errorAt(spot, { key: "dead-condition", params });
  const { condition } = part;
  return condition === null
    ? finding
    : { ...finding, witness: witnessOfDead(ground, { ...part, condition }) };
}

/** A rule as an expression: all of its clauses, or its value. */
function wholeOf(checked: CheckedRule): Expression {
  return checked.kind === "value"
    ? checked.logic
    : { op: "and", args: checked.clauses.map(({ logic }) => logic) };
}

function trialOf({ definition, space }: Pick<FlowSpace, "definition" | "space">): Trial {
  const answers = Object.fromEntries(
    ruleSetOf(definition).rules.map(({ rule }): [string, Type] => [
      rule.id,
      rule.must ? BOOLEAN : typeOfSchema(rule.value.type, () => undefined),
    ]),
  );
  return {
    space,
    types: typesOfDefinition(definition),
    answers,
    care: space.diagrams.yes,
    reading: (node) => node,
  };
}
