import type { Definition } from "../../engine/flow/definition.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { checkProgram, expressionsOf } from "../../engine/rules/program.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { createSpace, domainsOf, putAt } from "../../engine/verify/model/index.ts";

/** The full table of cells of a rule: the number of rows, and the scope of each row. */
export type RuleTable = {
  readonly rule: string;
  readonly rows: number;
  readonly scope: (row: number) => JsonObject;
};

/**
 * Returns the tables of all rules of a definition. A row has for each data path the value of one of its
 * cells, or no value.
 */
export function tablesOf(definition: Definition): readonly RuleTable[] {
  const { program } = checkProgram({ ...ruleSetOf(definition), conditions: {} });
  return program.rules.map((rule) => {
    const { variables } = createSpace({
      rules: program.rules,
      expressions: expressionsOf(rule),
      domainOf: domainsOf(definition),
    });
    return {
      rule: rule.id,
      rows: variables.reduce((product, { cells }) => product * cells.length, 1),
      scope: (row) => {
        let rest = row;
        let scope: JsonObject = { answers: {}, facts: {}, derived: {}, effects: {}, flags: {} };
        for (const { path, cells } of variables) {
          const value: Json | undefined = cells[rest % cells.length]?.value;
          rest = Math.floor(rest / cells.length);
          if (value !== undefined) scope = putAt(scope, path, value);
        }
        return scope;
      },
    };
  });
}

/** Returns row numbers: all of them, or `most` spread evenly over the table. */
export function rowsOf({ rows }: RuleTable, most: number): readonly number[] {
  if (rows <= most) return Array.from({ length: rows }, (_, row) => row);
  // A step width without a common factor visits every cell of every data path.
  const step = Math.floor(rows / most) | 1;
  return Array.from({ length: most }, (_, at) => (at * step + Math.floor(at / 7)) % rows);
}
