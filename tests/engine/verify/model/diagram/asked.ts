import { baht } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import { checkProgram } from "../../../../../engine/rules/program.ts";
import type { Logic, RuleFile } from "../../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../../engine/rules/types.ts";
import type { Json, JsonObject } from "../../../../../engine/values/json.ts";
import { askAbout, type Questions } from "../../../../../engine/verify/model/diagram/questions.ts";
import type { SpaceParts } from "../../../../../engine/verify/model/diagram/space.ts";
import { domainsOfTypes } from "../../../../../engine/verify/model/partition/domain.ts";
import { must as allOf, value as gives, ruleFile } from "../../../fixtures/parts.ts";

/** Types of the data paths in these tests. */
export const TYPES: TypeEnv = {
  "facts.p.yes": { kind: "boolean" },
  "facts.p.sure": { kind: "boolean" },
  "facts.p.level": { kind: "integer", values: [1, 2, 3] },
  "facts.p.step": { kind: "integer", values: [1, 2, 3] },
  "facts.p.age": { kind: "integer" },
  "facts.p.word": { kind: "enum", words: ["A", "B", "C"] },
  "facts.p.other": { kind: "enum", words: ["A", "B", "C"] },
  "facts.p.kinds": { kind: "list", item: { kind: "enum", words: ["A", "B"] } },
  "facts.p.pay": { kind: "decimal", of: baht },
  "derived.ok": { kind: "boolean" },
  "derived.sum": { kind: "integer" },
  "flags.on": { kind: "boolean" },
};

/** Returns the expression that reads a value, by default a property of the fact `p`. */
export const v = (name: string): Logic => ({ var: name.includes(".") ? name : `facts.p.${name}` });

export const must = (id: string, ...logics: readonly Logic[]): RuleFile => ruleFile(id, allOf(logics));
export const value = (id: string, type: JsonObject, logic: Logic): RuleFile =>
  ruleFile(id, gives(type, logic));

/** Returns conditions and rules after type-checking. */
export function checked(logics: readonly Logic[], rules: readonly RuleFile[] = []) {
  const { program, findings } = checkProgram({
    rules: rules.map((rule) => ({ file: `${rule.id}.json`, rule })),
    conditions: Object.fromEntries(
      logics.map((logic, at) => [String(at), { file: "f", pointer: "", logic }]),
    ),
    types: TYPES,
    formats,
  });
  const errors = findings.filter(({ severity }) => severity === "error");
  if (program.conditions.length !== logics.length || program.rules.length !== rules.length)
    throw new Error(JSON.stringify(errors));
  return { expressions: program.conditions.map(({ logic }) => logic), rules: program.rules };
}

/** Questions about conditions, together with these conditions. */
export type Asked = Questions & { readonly of: readonly Expression[] };

export function ask(
  logics: readonly Logic[],
  rules: readonly RuleFile[] = [],
  more: Partial<SpaceParts> = {},
): Asked {
  const program = checked(logics, rules);
  return {
    ...askAbout({
      rules: program.rules,
      expressions: program.expressions,
      domainOf: domainsOfTypes(TYPES, formats),
      ...more,
    }),
    of: program.expressions,
  };
}

export const only = (questions: Asked): Expression => questions.of[0] as Expression;
export const both = (questions: Asked): [Expression, Expression] => questions.of as [Expression, Expression];

/** Returns the results of a condition for each value of one data path, the missing value last. */
export function answersOf(logic: Logic, rules: readonly RuleFile[] = [], more: Partial<SpaceParts> = {}) {
  const asked = ask([logic], rules, more);
  return tableOf(asked, only(asked));
}

/** Returns the results of an expression for each user of its space, by their values joined with spaces. */
export function tableOf({ space }: Questions, expression: Expression): { readonly [person: string]: Json } {
  const { diagrams, variables } = space;
  const node = space.diagramOf(expression);
  const found: { [person: string]: Json | "unknown" } = {};
  const visit = (level: number, cells: ReadonlyMap<number, number>, name: readonly string[]): void => {
    const variable = variables[level];
    if (variable === undefined) {
      const answer = diagrams.valueOf(diagrams.fix(node, cells));
      found[name.join(" ")] = answer === undefined ? "unknown" : answer;
      return;
    }
    variable.cells.forEach((cell, at) => {
      const spelled =
        cell.value === undefined
          ? "-"
          : typeof cell.value === "string"
            ? cell.value
            : JSON.stringify(cell.value);
      visit(level + 1, new Map([...cells, [level, at]]), [...name, spelled]);
    });
  };
  visit(0, new Map(), []);
  return found;
}
