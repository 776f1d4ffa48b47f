import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { isObject } from "../../flow/form-schema.ts";
import type { RuleFile } from "../../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../values/json.ts";
import { alike } from "./either-version.ts";

/** The older version with the newer names of its steps, and the old name of each renamed step. */
export type SameNames = { readonly before: Definition; readonly formerly: ReadonlyMap<string, string> };

/**
 * Replaces the names of renamed steps in an older version by their newer names, so that the other properties
 * of the steps can be compared. A removed step and an added step count as one renamed step if they do the
 * same and no other step does.
 */
export function withSameNames(before: Definition, after: Definition): SameNames {
  const formerly = new Map<string, string>();
  // Decisions are compared by the steps to which they lead, so these steps must be renamed first. The loop
  // repeats until no step can be renamed.
  for (let definition = before; ; ) {
    const [gone, fresh] = [onlyIn(definition, after), onlyIn(after, definition)];
    const pairs = gone.flatMap((old): readonly (readonly [string, string])[] => {
      const [now, ...more] = twinsOf({ definition, step: old }, { definition: after, steps: fresh });
      if (now === undefined || more.length > 0) return [];
      const back = twinsOf({ definition: after, step: now }, { definition, steps: gone });
      return back.length === 1 ? [[old, now]] : [];
    });
    if (pairs.length === 0) return { before: definition, formerly };
    for (const [old, now] of pairs) {
      definition = renamed(definition, old, now);
      formerly.set(now, old);
    }
  }
}

function onlyIn(one: Definition, other: Definition): readonly string[] {
  return Object.keys(one.flow.steps).filter((step) => !Object.hasOwn(other.flow.steps, step));
}

type One = { readonly definition: Definition; readonly step: string };

/**
 * Returns the steps of the other version that do the same as a step. If several of them are forms with the
 * same fields, returns only those with an equal schema.
 */
function twinsOf(
  one: One,
  others: { readonly definition: Definition; readonly steps: readonly string[] },
): readonly string[] {
  const { definition } = others;
  const found = others.steps.filter((step) => doSame(one, { definition, step }));
  if (found.length < 2) return found;
  const schemaOf = (of: One) => ({ ...of.definition.schemas[of.step], $id: "" });
  return found.filter((step) => alike(schemaOf(one), schemaOf({ definition, step })));
}

function doSame(one: One, other: One): boolean {
  const [old, now] = [one, other].map(({ definition, step }) => definition.flow.steps[step]) as [Step, Step];
  const same = (...parts: readonly string[]) =>
    parts.every((part) => alike((old as Parts)[part], (now as Parts)[part]));
  switch (old.kind) {
    case "form": {
      const [fields, others] = [one, other].map(({ definition, step }) =>
        [...(definition.fieldOrder[step] ?? [])].sort(),
      );
      return now.kind === "form" && alike(fields, others);
    }
    case "review":
      return now.kind === "review";
    case "challenge":
      return now.kind === "challenge" && same("challenge", "action", "channel");
    case "effect":
      return same("kind", "effect");
    case "wait":
      return same("kind", "for");
    case "decide":
      return same("kind", "next");
    case "end":
      return same("kind", "outcome", "reason", "explains");
  }
}
type Parts = { readonly [part: string]: unknown };

function renamed(definition: Definition, old: string, now: string): Definition {
  const { flow, schemas, fieldOrder, rules, texts } = definition;
  const inPaths = <Value>(value: Value): Value =>
    mapTexts(value as Json, (text) => pathRenamed(text, old, now)) as Value;
  const form = schemas[old];
  const id = form?.$id === `${flow.id}/${old}` ? { $id: `${flow.id}/${now}` } : {};
  const named: { readonly [step: string]: JsonSchema } =
    form === undefined ? schemas : { ...schemas, [old]: { ...form, ...id } };
  const file = mapNames(inPaths(flow) as JsonObject, (name) => (name === old ? now : name));
  const inFlow = file as typeof flow;
  return {
    ...definition,
    flow: { ...inFlow, steps: keyRenamed(inFlow.steps, old, now) },
    schemas: keyRenamed(named, old, now),
    fieldOrder: keyRenamed(fieldOrder, old, now),
    rules: Object.fromEntries(
      Object.entries(rules).map(([rule, file]) => [rule, inRule(inPaths(file), old, now)]),
    ),
    texts: {
      th: inTexts(definition, texts.th, old, now),
      en: inTexts(definition, texts.en, old, now),
    },
  };
}

/**
 * Renames a step in a rule. Cases need special handling, because they contain data paths as nested objects.
 */
function inRule(file: RuleFile, old: string, now: string): RuleFile {
  const cases = file.cases.map((one) => ({
    ...one,
    given: Object.fromEntries(
      Object.entries(one.given).map(([root, given]) => [
        root,
        (root === "answers" || root === "effects") && isObject(given) ? keyRenamed(given, old, now) : given,
      ]),
    ),
  }));
  return { ...file, cases } as RuleFile;
}

function inTexts<Own extends { readonly [namespace: string]: JsonObject }>(
  { flow }: Definition,
  texts: Own,
  old: string,
  now: string,
): Own {
  const own = texts[flow.namespace]?.[flow.id];
  if (!isObject(own)) return texts;
  const effects = isObject(own.effects) ? { effects: keyRenamed(own.effects, old, now) } : {};
  const all = { ...keyRenamed(own, old, now), ...effects };
  return { ...texts, [flow.namespace]: { ...texts[flow.namespace], [flow.id]: all } };
}

function keyRenamed<Value>(
  object: { readonly [name: string]: Value },
  old: string,
  now: string,
): { readonly [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === old ? now : name, value]),
  );
}

function pathRenamed(text: string, old: string, now: string): string {
  const root = ["answers", "effects"].find(
    (one) => text.startsWith(`${one}.${old}.`) || text === `${one}.${old}`,
  );
  return root === undefined ? text : `${root}.${now}${text.slice(root.length + 1 + old.length)}`;
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

/**
 * Keys of a flow file whose values can be names of steps. The values can also be data paths, which contain
 * dots.
 */
const NAMING = ["to", "reopen", "binds", "since", "before", "start"];

function mapNames(value: JsonObject, change: (step: string) => string): JsonObject {
  const within = (inner: Json, name: string): Json => {
    if (typeof inner === "string") return NAMING.includes(name) ? change(inner) : inner;
    if (Array.isArray(inner)) return inner.map((item: Json) => within(item, ""));
    return isObject(inner) ? mapNames(inner, change) : inner;
  };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, within(inner, name)]));
}
