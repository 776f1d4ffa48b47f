import { type FieldCondition, fieldsOf } from "../../../flow/form-schema.ts";
import type { Path } from "../../../rules/rule.ts";
import type { Json, JsonSchema } from "../../../values/json.ts";
import type { Node } from "./diagram.ts";
import { allMissing, levelsBelow, presentNode } from "./sets.ts";
import type { Space } from "./space.ts";

/**
 * Returns the condition that a schema sets for the variables below a data path: which of them have a value.
 */
export function lawOf(space: Space, schema: JsonSchema, prefix: Path): Node {
  const { diagrams } = space;
  let law = diagrams.yes;
  for (const field of fieldsOf(schema)) {
    const path = `${prefix}.${field.name}`;
    const level = space.levelOf(path);
    const inner = levelsBelow(space, path);
    if (level === undefined && inner.size === 0) continue;
    const own = level === undefined ? diagrams.yes : presentNode(space, level);
    const gone = allMissing(space, new Set(level === undefined ? inner : [level, ...inner]));
    const there = diagrams.both(own, lawOf(space, field.schema, path));
    if (field.required) {
      law = diagrams.both(law, there);
      continue;
    }
    const asked =
      field.when.length === 0
        ? diagrams.yes
        : anyOf(space, { prefix, conditions: field.when, unseen: diagrams.yes });
    const must = anyOf(space, { prefix, conditions: field.requiredWhen, unseen: diagrams.no });
    law = diagrams.both(law, diagrams.either(diagrams.both(asked, there), diagrams.without(gone, must)));
  }
  return law;
}

/** Returns the part of a schema's condition that always applies: required fields have a value. */
export function requiredLaw(space: Space, schema: JsonSchema, prefix: Path): Node {
  const { diagrams } = space;
  return fieldsOf(schema)
    .filter(({ required }) => required)
    .map(({ name, schema: inner }) => {
      const path = `${prefix}.${name}`;
      const level = space.levelOf(path);
      const own = level === undefined ? diagrams.yes : presentNode(space, level);
      return diagrams.both(own, requiredLaw(space, inner, path));
    })
    .reduce(diagrams.both, diagrams.yes);
}

/**
 * The conditions under which a schema asks a field. `unseen`: the result to use for a condition on a field
 * that is not a variable.
 */
type Conditions = {
  readonly prefix: Path;
  readonly conditions: readonly FieldCondition[];
  readonly unseen: Node;
};

function anyOf(space: Space, { prefix, conditions, unseen }: Conditions): Node {
  const { diagrams } = space;
  return conditions
    .map((condition) =>
      Object.entries(condition)
        .map(([name, values]) => {
          const level = space.levelOf(`${prefix}.${name}`);
          return level === undefined ? unseen : oneOf(space, level, values);
        })
        .reduce(diagrams.both, diagrams.yes),
    )
    .reduce(diagrams.either, diagrams.no);
}

function oneOf({ diagrams, variables }: Space, level: number, values: readonly Json[]): Node {
  const { cells } = variables[level] as Space["variables"][number];
  return diagrams.ask(
    level,
    cells.map(({ value }) => (value !== undefined && values.includes(value) ? diagrams.yes : diagrams.no)),
  );
}
