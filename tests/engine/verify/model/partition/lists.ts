import { formats } from "../../../../../domain/formats.ts";
import type { Constant } from "../../../../../engine/rules/expression.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";
import { schemaOfType } from "../../../../../engine/verify/model/partition/domain.ts";
import { listCells } from "../../../../../engine/verify/model/partition/list-cells.ts";
import type { Use } from "../../../../../engine/verify/model/partition/uses.ts";

/** The ways in which expressions use a list. */
export type Asked = {
  readonly items?: { readonly [path: string]: readonly Constant[] };
  readonly sizes?: readonly number[];
  readonly calculated?: boolean;
  readonly linked?: readonly string[];
};

/** Returns the representatives of a list with this use. */
export function cellsOf(item: Type, schema: JsonSchema, asked: Asked) {
  const use: Use = {
    path: "answers.list",
    type: { kind: "list", item },
    constants: new Set(),
    linked: new Set(asked.linked),
    sizes: new Set(asked.sizes),
    items: new Map(Object.entries(asked.items ?? {}).map(([path, constants]) => [path, new Set(constants)])),
    calculated: asked.calculated ?? false,
    valued: true,
  };
  return listCells(use, item, { schema, formats });
}

export const text: Type = { kind: "string" };
export const words: Type = { kind: "enum", words: ["A", "B", "C"] };
export const integer: Type = { kind: "integer" };
export const listOf = (item: Type, more: JsonSchema = {}): JsonSchema => ({
  type: "array",
  items: schemaOfType(item),
  ...more,
});

/** A list, its use, and the expected representatives. */
export type Row = readonly [
  what: string,
  item: Type,
  schema: JsonSchema,
  asked: Asked,
  lists: readonly Json[],
  exact: boolean,
];
