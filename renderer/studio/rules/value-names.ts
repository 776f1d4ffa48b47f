import { at, namesOf } from "../../../engine/edits/json-places.ts";
import type { RuleFile } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { rowsOf } from "../blocks/block.ts";
import { unquoted } from "../blocks/literals.ts";
import type { Studied } from "../engine/use-engine.ts";

type Page = Pick<Studied["rules"][number], "table" | "cases">;

/**
 * Returns a function that names a value of a rule as the rule's table and cases show it, such as “2 · Low to
 * moderate”; `undefined` if neither has the value.
 */
export function valueNames(
  rule: Pick<RuleFile, "value" | "cases">,
  { table, cases }: Page,
  lng: Language,
): (value: Json) => string | undefined {
  const rows = rowsOf(rule.value?.logic ?? null);
  const isSame = rows.length === table.length;
  const known = [
    ...rows.map(({ value }, index) => [value, isSame ? table[index]?.value[lng] : undefined] as const),
    ...rule.cases.map(({ expect }, index) => [expect, cases[index]?.value?.[lng]] as const),
  ];
  return (value) => {
    const name = known.find(([one, said]) => said !== undefined && equalJson(one, value))?.[1];
    return name === undefined ? undefined : unquoted(name);
  };
}

/**
 * Returns what a limit of a table leads to: the row of its condition, from 1, and the row's value. Returns
 * `null` if the limit is not in a condition of a table.
 */
export function rowOfLimit(
  logic: Json,
  pointer: string,
): { readonly row: number; readonly value: Json } | null {
  const [, table = "", index = ""] = /^(.*\/(?:if|\?:))\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  const value = at(logic, namesOf(`${table}/${Number(index) + 1}`));
  if (table === "" || Number(index) % 2 === 1 || value === undefined) return null;
  // The rows of a table that is the last argument of another one are rows of the other table.
  const whole = table.replace(/\/(?:if|\?:)(?:\/\d+\/(?:if|\?:))*$/, "");
  const rows = rowsOf(at(logic, namesOf(whole)) ?? null, whole);
  const row = rows.findIndex(({ when }) => when === `${table}/${index}`);
  return row < 0 ? null : { row: row + 1, value };
}

/** Returns the names with a number after each name that stands more than once. */
export function distinct(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((one) => one === name).length;
    const isOnly = names.filter((one) => one === name).length === 1;
    return isOnly ? name : `${name} · ${before + 1}`;
  });
}
