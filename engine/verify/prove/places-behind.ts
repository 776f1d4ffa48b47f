import type { Definition } from "../../flow/definition.ts";
import { argsOf } from "../../flow/derived-call.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import type { Constant, Expression, Read } from "../../rules/expression.ts";
import type { Path } from "../../rules/rule.ts";
import { type TypeEnv, typeAt } from "../../rules/types.ts";
import { pathsRead, type References } from "../model/index.ts";

/**
 * Adds expressions that read further data paths: those that decide whether the given data paths have a value.
 * These are arguments of facts, arguments of derived values, and fields in conditions.
 */
export function withPlacesBehind(
  definition: Definition,
  expressions: readonly Expression[],
  known: Known,
): readonly Expression[] {
  const all = [...expressions];
  const done = new Set<Path>();
  for (;;) {
    const fresh = pathsRead(all, known.references).filter((path) => !done.has(path));
    if (fresh.length === 0) return all;
    for (const path of fresh) {
      done.add(path);
      all.push(...behind(definition, path, known));
    }
  }
}

/** What is known about data paths: their types, and the expressions of rules and derived values. */
type Known = {
  readonly references: References;
  readonly absent: (path: Path) => Expression;
  readonly types: TypeEnv;
};

function behind(definition: Definition, path: Path, known: Known): readonly Expression[] {
  const [root = "", name = "", ...rest] = path.split(".");
  const { flow } = definition;
  if (root === "derived") {
    const file = flow.derived[name];
    return file ? argsOf(file).map(known.absent) : [];
  }
  if (root === "facts") {
    const args = Object.values(flow.facts[name] ?? {}).map(known.absent);
    return rest.length === 0 ? args : [known.absent(`facts.${name}`), ...args];
  }
  const schema = root === "answers" ? definition.schemas[name] : undefined;
  return schema === undefined ? [] : conditionsOn(schema, `${root}.${name}`, rest, known.types);
}

/** Returns the schema conditions under which a field is asked, as conditions on other fields of the form. */
function conditionsOn(
  schema: Parameters<typeof fieldsOf>[0],
  prefix: Path,
  [name, ...rest]: readonly string[],
  types: TypeEnv,
): readonly Expression[] {
  const field = fieldsOf(schema).find((one) => one.name === name);
  if (field === undefined) return [];
  const own = [...field.when, ...field.requiredWhen].flatMap((condition) =>
    Object.entries(condition).map(([other, values]): Expression => {
      const needle = readOf(types, `${prefix}.${other}`);
      return { op: "within", order: "text", needle, values: values as readonly Constant[] };
    }),
  );
  return [...own, ...conditionsOn(field.schema, `${prefix}.${name}`, rest, types)];
}

/** Returns an expression that reads a data path. */
export function readOf(types: TypeEnv, path: Path): Read {
  const type = typeAt(types, path);
  if (type === undefined) throw new Error(`flowSpaceOf: there is no place ${path}`);
  return { op: "read", from: "scope", path, segments: path.split("."), type };
}
