import { logicsOf, readsOf } from "../rules/reads-of.ts";
import type { Path } from "../rules/rule.ts";
import type { JsonSchema } from "../values/json.ts";
import type { Definition } from "./definition.ts";
import { argsOf } from "./derived-call.ts";
import { fieldsOf } from "./form-schema.ts";
import { nextOf } from "./step-kinds.ts";

/**
 * Returns the text keys, for staff, of the name of a data path that no form asks for. Such a data path is a
 * fact, a switch, or an output of an effect or event. The texts belong to the fact or effect
 * (`fact:investor.kycStatus.label`), so all flows share them. For other data paths, returns no keys.
 */
export function nameKeys(definition: Definition, path: Path): readonly string[] {
  const root = nameRoot(definition, path);
  if (root === null) return [];
  return [`${root}.${path.startsWith("flags.") ? "title" : "label"}`];
}

/** Returns the text keys of a value at a data path that no form asks for. */
export function nameValueKeys(
  definition: Definition,
  path: Path,
  value: string | number | boolean,
): readonly string[] {
  const root = nameRoot(definition, path);
  if (root === null || path.startsWith("flags.")) return [];
  const common = schemaAt(definition, path)?.common;
  return [
    `${root}.options.${value}`,
    ...(typeof common === "string" ? [`form:common.${common}.options.${value}`] : []),
  ];
}

/**
 * A data path that a rule or condition of the flow reads, and the values at the data path that have texts.
 */
export type NamedPlace = { readonly path: Path; readonly values: readonly string[] };

/** Returns the data paths in a definition's rules and conditions that no form asks for. */
export function namedPlaces(definition: Definition): readonly NamedPlace[] {
  const paths = new Set<Path>(definition.flow.flags.map((flag) => `flags.${flag}`));
  const logics = Object.values(definition.rules).flatMap(logicsOf);
  const conditions = Object.values(definition.flow.steps).flatMap((step) =>
    nextOf(step).flatMap(({ when }) => (when === undefined ? [] : [when])),
  );
  const entries = (definition.flow.entries ?? []).flatMap(({ when }) => (when === undefined ? [] : [when]));
  for (const path of [...logics, ...conditions, ...entries].flatMap(readsOf)) paths.add(path);
  for (const { assumes } of Object.values(definition.rules))
    if (assumes !== undefined) paths.add(`facts.${assumes}`);
  for (const derived of Object.values(definition.flow.derived))
    for (const path of argsOf(derived)) paths.add(path);
  return [...paths]
    .filter((path) => nameRoot(definition, path) !== null)
    .map((path) => ({ path, values: valuesOf(schemaAt(definition, path)) }));
}

function valuesOf(schema: JsonSchema | undefined): readonly string[] {
  if (schema?.type === "boolean") return ["true", "false"];
  return Array.isArray(schema?.enum) ? schema.enum.map(String) : [];
}

function nameRoot(definition: Definition, path: Path): string | null {
  const [root = "", name = "", ...rest] = path.replace(/\?$/, "").split(".");
  if (root === "facts") return `fact:${[name, ...rest].join(".")}`;
  if (root === "flags") return `flag:${name}`;
  const step = root === "effects" ? definition.flow.steps[name] : undefined;
  if (step?.kind === "effect") return `effect:${[step.effect, ...rest].join(".")}`;
  if (step?.kind === "wait") return `effect:${[step.for, ...rest].join(".")}`;
  return null;
}

/** Returns the schema of a property of a fact, effect output or event. */
function schemaAt(definition: Definition, path: Path): JsonSchema | undefined {
  const [root, name = "", property = ""] = path.replace(/\?$/, "").split(".");
  const step = root === "effects" ? definition.flow.steps[name] : undefined;
  const whole =
    root === "facts"
      ? definition.facts[name]?.schema
      : step?.kind === "effect"
        ? definition.effects[step.effect]?.output
        : step?.kind === "wait"
          ? definition.events[step.for]?.data
          : undefined;
  return whole && fieldsOf(whole).find((field) => field.name === property)?.schema;
}
