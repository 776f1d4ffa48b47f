import type { Definition } from "../../../flow/definition.ts";
import { isByRule, schemaOfLiteral } from "../../../flow/derived-call.ts";
import type { JoinedFile } from "../../../flow/flow-file.ts";
import { fieldsOf, isObject } from "../../../flow/form-schema.ts";
import { tradeOf } from "../../../flow/trade.ts";
import { typesOfDefinition } from "../../../flow/types-of-definition.ts";
import type { Formats } from "../../../rules/format.ts";
import type { Path } from "../../../rules/rule.ts";
import { type Type, type TypeEnv, typeAt } from "../../../rules/types.ts";
import type { JsonSchema } from "../../../values/json.ts";

/**
 * The possible values at a data path: the type, and the schema that narrows it. The value at any data path
 * except a switch can be missing.
 */
export type Domain = {
  readonly path: Path;
  readonly type: Type;
  readonly schema: JsonSchema;
  /** Formats that the schema can name. */
  readonly formats: Formats;
};

/** Returns the domain of a data path, or `undefined` if the data path does not exist. */
export type DomainOf = (path: Path) => Domain | undefined;

/** Returns the domains of all data paths of a definition. */
export function domainsOf(definition: Definition): DomainOf {
  const types = typesOfDefinition(definition);
  return domainsIn(types, tradeOf(definition).formats, (path) => schemaAt(definition, path));
}

/**
 * Returns domains for data paths of which only the types are known. A domain contains every value of its
 * type.
 */
export function domainsOfTypes(types: TypeEnv, formats: Formats): DomainOf {
  return domainsIn(types, formats, () => undefined);
}

function domainsIn(
  types: TypeEnv,
  formats: Formats,
  schemaOf: (path: Path) => JsonSchema | undefined,
): DomainOf {
  const known = new Map<Path, Domain | undefined>();
  return (path) => {
    if (known.has(path)) return known.get(path);
    const type = typeAt(types, path);
    const domain = type && { path, type, schema: schemaOf(path) ?? schemaOfType(type), formats };
    known.set(path, domain);
    return domain;
  };
}

/**
 * Returns the schema at a data path: of an answer's field, a fact's property, an effect's output or an
 * event's data.
 */
export function schemaAt(definition: Definition, path: Path): JsonSchema | undefined {
  const [root, name, ...rest] = path.split(".") as [string, string, ...string[]];
  const whole = rootSchema(definition, root, name);
  let schema: JsonSchema | undefined = whole;
  for (const segment of rest) {
    if (schema === undefined) return undefined;
    schema = fieldsOf(schema).find((field) => field.name === segment)?.schema;
  }
  return schema;
}

/**
 * Returns the schema under the first two names of a data path, such as `facts.investor` or `answers.amount`.
 */
export function rootSchema(definition: Definition, root: string, name: string): JsonSchema | undefined {
  const { flow } = definition;
  if (root === "answers") return definition.schemas[name];
  if (root === "facts") return definition.facts[name]?.schema;
  if (root === "effects") {
    const step = flow.steps[name];
    if (step?.kind === "effect") return definition.effects[step.effect]?.output;
    return step?.kind === "wait" ? definition.events[step.for]?.data : undefined;
  }
  const derived = root === "derived" ? flow.derived[name] : undefined;
  if (derived === undefined || "fn" in derived) return undefined;
  if (isByRule(derived)) {
    const type = definition.rules[derived.rule]?.value?.type;
    return isObject(type) ? type : undefined;
  }
  return "const" in derived ? schemaOfLiteral(derived) : schemaOfJoined(definition, derived);
}

/**
 * Returns the schema of a joined text. The length limits are computed from the limits of the parts. The
 * pattern states what the text certainly contains.
 */
function schemaOfJoined(definition: Definition, { join, with: between }: JoinedFile): JsonSchema {
  const parts = join.map((path) => schemaAt(definition, path) ?? {});
  const length = (keyword: "minLength" | "maxLength"): JsonSchema => {
    const lengths = parts.map((part) => part[keyword] ?? (keyword === "minLength" ? 0 : undefined));
    if (!lengths.every((one) => typeof one === "number")) return {};
    return { [keyword]: lengths.reduce((sum, one) => sum + one, between.length * (join.length - 1)) };
  };
  const most = length("maxLength");
  const held = parts
    .map(({ pattern }) => pattern)
    .find((pattern) => typeof pattern === "string" && !/[\^$]|\(\?|\\[bB]/.test(pattern));
  // Use the pattern only together with a maximum length. Otherwise a pattern would be taken as a sign that
  // the length is limited.
  const inside = held === undefined || most.maxLength === undefined ? {} : { pattern: held };
  return { type: "string", ...length("minLength"), ...most, ...inside };
}

/** Returns a schema that accepts every value of a type. Used if no narrower schema is known. */
export function schemaOfType(type: Type): JsonSchema {
  switch (type.kind) {
    case "boolean":
      return { type: "boolean" };
    case "integer":
      return type.values ? { type: "integer", enum: type.values } : { type: "integer" };
    case "number":
      return { type: "number" };
    case "decimal":
      return { type: "string", format: type.of.name };
    case "date":
      return { type: "string", format: "date" };
    case "instant":
      return { type: "string", format: "date-time" };
    case "file":
      return { type: "string", format: "file-ref" };
    case "enum":
      return { type: "string", enum: type.words };
    case "string":
      return { type: "string" };
    case "list":
      return { type: "array", items: schemaOfType(type.item) };
    case "object":
      return {
        type: "object",
        properties: Object.fromEntries(
          Object.entries(type.fields)
            .filter(([name]) => !name.includes("."))
            .map(([name, field]) => [name, schemaOfType(field)]),
        ),
      };
  }
}
