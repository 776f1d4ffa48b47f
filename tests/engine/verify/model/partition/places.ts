import { baht } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import type { Constant } from "../../../../../engine/rules/expression.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";
import { schemaOfType } from "../../../../../engine/verify/model/partition/domain.ts";
import { placeUse, type Use } from "../../../../../engine/verify/model/partition/uses.ts";
import { type Variable, variablesOf } from "../../../../../engine/verify/model/partition/variables.ts";

export type Place = {
  readonly path?: string;
  readonly type: Type;
  readonly schema?: JsonSchema;
  readonly constants?: readonly Constant[];
  readonly linked?: readonly string[];
  readonly calculated?: boolean;
  readonly valued?: boolean;
};

export function variables(...places: readonly Place[]): readonly Variable[] {
  const uses = new Map<string, Use>();
  for (const { path = "answers.a", type, constants = [], linked = [], ...more } of places) {
    const use = placeUse(uses, { path, type });
    for (const constant of constants) use.constants.add(constant);
    for (const other of linked) use.linked.add(other);
    use.valued = more.valued ?? true;
    use.calculated = more.calculated ?? false;
  }
  const known = new Map(
    places.map(({ path = "answers.a", type, schema }) => [
      path,
      { path, type, schema: schema ?? schemaOfType(type), formats },
    ]),
  );
  return variablesOf(uses, (path) => known.get(path));
}

export function variable(place: Place): Variable {
  const [only] = variables(place);
  if (only === undefined) throw new Error("the place is known");
  return only;
}

export const valuesOf = ({ cells }: Variable): readonly (Json | undefined)[] =>
  cells.map(({ value }) => value);

/** Returns the number of cells of a variable that cover a value. */
export const times = ({ cells }: Variable, value: Json | undefined) =>
  cells.filter((cell) => cell.covers(value)).length;

export const integer: Type = { kind: "integer" };
export const money: Type = { kind: "decimal", of: baht };
export const words: Type = { kind: "enum", words: ["A", "B", "C", "D"] };
export const text: Type = { kind: "string" };
