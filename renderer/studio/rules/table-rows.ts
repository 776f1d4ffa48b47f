import type { Json } from "../../../engine/values/json.ts";
import { listOf, objectOf } from "../step/step-file.ts";

/** A decision table. The first row whose condition holds gives the value, or else `otherwise`. */
export type Table = {
  readonly rows: readonly { readonly when: Json; readonly value: Json }[];
  readonly otherwise: Json;
};

/** Returns the table that this logic is, with the rows of nested tables; `null` if the logic is no table. */
export function tableOf(logic: Json): Table | null {
  const names = Object.keys(objectOf(logic));
  const args = listOf(objectOf(logic).if ?? objectOf(logic)["?:"]);
  const last = args.at(-1);
  if (names.length !== 1 || args.length < 3 || args.length % 2 === 0 || last === undefined) return null;
  const own = args.flatMap((when, index) =>
    index % 2 === 0 && index < args.length - 1 ? [{ when, value: args[index + 1] as Json }] : [],
  );
  const inner = tableOf(last);
  return { rows: [...own, ...(inner?.rows ?? [])], otherwise: inner?.otherwise ?? last };
}

/** Returns a table as rule logic. */
export function logicOfTable({ rows, otherwise }: Table): Json {
  return { if: [...rows.flatMap(({ when, value }) => [when, value]), otherwise] };
}

/** Returns the table with a row at another index. Other rows keep their order. */
export function withRowMoved(table: Table, from: number, to: number): Table {
  const others = table.rows.filter((_, index) => index !== from);
  const moved = table.rows.slice(from, from + 1);
  return { ...table, rows: [...others.slice(0, to), ...moved, ...others.slice(to)] };
}

/** Returns the table with a copy of a row directly after the row. */
export function withRowCopied(table: Table, index: number): Table {
  return { ...table, rows: [...table.rows.slice(0, index + 1), ...table.rows.slice(index)] };
}

/** Returns the table without a row. */
export function withoutRow(table: Table, index: number): Table {
  return { ...table, rows: table.rows.filter((_, at) => at !== index) };
}

/**
 * Returns the table with a new last row. The row has the value of "otherwise", so it changes no answer before
 * a person sets another value.
 */
export function withRow(table: Table, when: Json): Table {
  return { ...table, rows: [...table.rows, { when, value: table.otherwise }] };
}
