import { fieldsOf } from "../../../../engine/flow/form-schema.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { type Entry, gone, must, next, not, over, value } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";

/** Picks one of several values. A flow depends on nothing but these picks. */
export type Dice = <Value>(of: readonly Value[]) => Value;

type Kind = "yes" | "word" | "number" | "money" | "date" | "list";
type Place = { readonly path: string; readonly kind: Kind };

const WORDS = ["a", "b", "c"];
const PIN = { type: "string", enum: ["1111"], writeOnly: true };
const SCHEMAS: { readonly [kind in Kind]: JsonObject } = {
  yes: { type: "boolean" },
  word: { type: "string", enum: WORDS },
  number: { type: "integer", minimum: 0, maximum: 3 },
  money: { type: "string", format: "baht" },
  date: { type: "string", format: "date" },
  list: { type: "array", items: { type: "string", enum: ["x", "y"] }, maxItems: 2 },
};
/** Schemas that have no valid answer. */
const IMPOSSIBLE: readonly JsonObject[] = [
  { type: "integer", minimum: 3, maximum: 2 },
  { type: "integer", minimum: 1, multipleOf: 5, maximum: 3 },
  { type: "array", items: { type: "string", enum: ["x", "y"] }, uniqueItems: true, minItems: 3 },
];
const KINDS = Object.keys(SCHEMAS) as readonly Kind[];
const SIGNS = ["<", "<=", ">", ">=", "==", "!="];
const often = [true, true, false];
const seldom = [true, false, false];
const rarely = [true, ...Array.from({ length: 11 }, () => false)];

const STEPS = [
  ["form", "effect", "wait", "decide", "form"],
  ["form", "review", "challenge", "effect", "form"],
  ["form", "form", "effect", "decide", "effect"],
  ["decide", "form", "effect", "form", "effect"],
  ["form", "effect", "form", "effect", "decide"],
  ["form", "effect", "effect", "form"],
  ["form", "decide", "form", "review", "effect"],
  ["effect", "wait", "form", "decide", "effect"],
  ["form", "decide", "form", "decide"],
] as const;

/** Returns a small flow with every feature of the format. Some of these flows do not load. */
export function richFlow(dice: Dice): Small {
  const kinds = dice(STEPS);
  const ids = kinds.map((_, at) => `s${at}`);
  const effect = (at: number): string => `small.${"abcdef"[at]}`;
  const places: Place[] = ["g", "k"].map((flag) => ({ path: `flags.${flag}`, kind: "yes" }));
  const fieldsAt = (under: string, fields: { readonly [name: string]: Kind }): JsonObject => {
    for (const [name, kind] of Object.entries(fields)) places.push({ path: `${under}.${name}`, kind });
    return Object.fromEntries(
      Object.entries(fields).map(([name, kind]) => [`${name}${dice(often) ? "" : "?"}`, SCHEMAS[kind]]),
    );
  };

  const forms: { [step: string]: JsonObject } = {};
  const outputs: { [effect: string]: JsonObject } = {};
  const effects: { [effect: string]: JsonObject } = {};
  let events: Small["events"] = {};
  kinds.forEach((kind, at) => {
    const id = `s${at}`;
    if (kind === "form") forms[id] = formAt(id);
    if (kind === "wait") events = { "small.come": fieldsAt(`effects.${id}`, { v: "word" }) };
    if (kind !== "effect") return;
    if (dice(seldom)) forms[id] = { ...fieldsAt(`answers.${id}`, { yes: "yes" }), pin: PIN };
    outputs[effect(at)] = {
      ...fieldsAt(`effects.${id}`, { ok: "yes", n: "number" }),
      "u?": { type: "string", format: "date-time" },
    };
    effects[effect(at)] = { repeatable: dice([true, false]) };
  });
  const words = places.filter(({ path, kind }) => path.startsWith("answers.") && kind === "word");
  const known = dice<{ readonly [name: string]: Kind }>([
    { p: "yes", n: "number" },
    { p: "yes", m: "money" },
    { t: "date", p: "yes" },
    { n: "number", m: "money" },
    { l: "list", p: "yes" },
  ]);
  const facts: { [fact: string]: JsonObject } = { f: fieldsAt("facts.f", known) };
  const asked = words.length > 0 && dice(often) ? dice(words).path : null;
  if (asked !== null) facts.h = fieldsAt("facts.h", { q: "yes", m: "money" });
  const made = derivedOf(dice, places);
  if (made !== null) places.push({ path: "derived.d", kind: made.kind });

  // Uses only a few data paths, so that conditions interact.
  const spoken = Array.from({ length: 5 }, () => dice(places));
  const plain = [...spoken];
  if (dice(seldom)) spoken.push({ path: "derived.v", kind: "word" });
  const mends = places.map(({ path }) => path).filter((path) => path.startsWith("answers."));
  const rule = (): JsonObject =>
    must(
      Array.from(
        { length: dice([1, 1, 2]) },
        () => [dice(["none", ...mends]), logicOf(dice, spoken, 1)] as const,
      ),
      { onMissing: dice(["refuse", "allow", "ask"]) },
    );
  const rules = {
    r: rule(),
    q: rule(),
    v: value(SCHEMAS.word, { if: [logicOf(dice, plain, 1), dice(WORDS), dice(WORDS)] }),
  };

  const inputs: { [effect: string]: JsonObject } = {};
  const steps = Object.fromEntries(kinds.map((kind, at) => [`s${at}`, stepOf(kind, at)]));
  const ends: { readonly [end: string]: JsonObject } = {
    done: over("done"),
    out: { ...over(dice(["stopped", "provisional"])), ...(dice(seldom) ? { explains: "r" } : {}) },
  };
  const aims = JSON.stringify(steps);
  const before = ids.filter((_, at) => kinds[at] === "effect");
  return {
    steps: {
      ...steps,
      ...Object.fromEntries(Object.entries(ends).filter(([end]) => aims.includes(`"to":"${end}"`))),
    },
    flow: {
      flags: ["g", "k"],
      derived: { ...(made === null ? {} : { d: made.file }), v: { rule: "v" } },
      invariants: before.length > 0 && dice(often) ? [{ before: dice(before), rule: dice(["r", "q"]) }] : [],
    },
    forms,
    facts,
    args: asked === null ? {} : { h: { code: asked } },
    takes: asked === null ? {} : { h: { code: SCHEMAS.word } },
    absent: Object.keys(facts).filter(() => dice(seldom)),
    rules,
    inputs,
    outputs,
    effects,
    events,
  };

  function formAt(id: string): JsonObject {
    const first = dice(KINDS);
    const second = dice([...KINDS, first]);
    const asked = fieldsAt(`answers.${id}`, { [first]: first, [second]: second });
    const fields = { ...asked, ...(dice(rarely) ? { none: dice(IMPOSSIBLE) } : {}) };
    const when =
      first === "word"
        ? { enum: dice([["a"], ["a", "b"]]) }
        : first === "yes"
          ? { const: dice(often) }
          : null;
    if (when === null || !dice(often)) return fields;
    const kind = dice(["yes", "number"] as const);
    places.push({ path: `answers.${id}.c`, kind });
    const properties = Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name.replace("?", ""), schema]),
    );
    const then = dice<JsonObject>([{ required: ["c"] }, { properties: { c: SCHEMAS[kind] } }]);
    return {
      type: "object",
      properties: { ...properties, ...(then.required ? { c: SCHEMAS[kind] } : {}) },
      required: Object.keys(fields).filter((name) => !name.endsWith("?")),
      allOf: [{ if: { properties: { [first]: when }, required: [first] }, then }],
    };
  }

  function stepOf(kind: (typeof kinds)[number], at: number): JsonObject {
    const id = `s${at}`;
    const to = (ahead: number): string => {
      const there = kinds[at + ahead];
      // These kinds of steps are targets only of the step before, so that every path passes it.
      if (there === undefined || (ahead > 1 && /wait|challenge/.test(there))) return dice(["done", "out"]);
      return `s${at + ahead}`;
    };
    const far = (): string => to(dice([1, 1, 1, 2, 3]));
    const entries = Array.from(
      { length: dice([0, 1, 1, 2]) },
      (): Entry => [dice(seldom) ? dice(["r", "q"]) : logicOf(dice, spoken, 2), far()],
    );
    const leads = { next: next(...entries, to(dice([1, 1, 1, 1, 2]))) };
    const check = dice([true, false]) ? { check: [dice(["r", "q"])] } : {};
    switch (kind) {
      case "form":
        return { kind, ...check, ...leads };
      case "decide":
        return { kind, ...leads };
      case "review": {
        const shows = places.map(({ path }) => path).filter((path) => /^(answers|facts|derived)/.test(path));
        return { kind, shows: shows.map((path) => `${path}?`), ...leads };
      }
      case "challenge":
        return {
          kind,
          challenge: "pin",
          binds: `s${at - 1}`,
          errors: { exhausted: { to: far() } },
          ...leads,
        };
      case "wait": {
        const until = dice<JsonObject>([{ within: "P1D" }, { until: `effects.s${at - 1}.u` }]);
        return { kind, for: "small.come", since: `s${at - 1}`, ...until, onTimeout: { to: far() }, ...leads };
      }
      case "effect": {
        const own = forms[id] !== undefined;
        const given = Array.from({ length: dice([0, 1, 2]) }, () => dice(places)).filter(
          ({ path }) => !/^(flags|effects)/.test(path) && !path.startsWith(`answers.${id}.`),
        );
        inputs[effect(at)] = {
          ...Object.fromEntries(given.map((one, i) => [`i${i}?`, SCHEMAS[one.kind]])),
          ...(own ? { pin: PIN } : {}),
        };
        const takes = given.map(({ path }, i) => [
          path.startsWith("answers") || dice(seldom) ? `i${i}?` : `i${i}`,
          path,
        ]);
        const asks = ids.filter((_, one) => one < at && /form|review/.test(kinds[one] as string));
        const fails = (): string => (kinds[at + 1] === "wait" ? "out" : far());
        const errors = {
          ...(dice(often) ? { no: { to: fails() } } : {}),
          ...(asks.length > 0 && dice(seldom) ? { again: { reopen: dice(asks) } } : {}),
          ...(!own && dice(seldom) ? { later: { retry: 1, to: fails() } } : {}),
          ...(own && dice(often) ? { bad: { ask: "pin" } } : {}),
        };
        const input = { ...Object.fromEntries(takes), ...(own ? { pin: "form.pin" } : {}) };
        return { kind, effect: effect(at), ...(own ? { form: own } : {}), ...check, input, errors, ...leads };
      }
    }
  }
}

function derivedOf(dice: Dice, places: readonly Place[]) {
  const made: { readonly file: JsonObject; readonly kind: Kind }[] = [];
  const of = (kind: Kind, root = ""): readonly string[] =>
    places.filter((one) => one.kind === kind && one.path.startsWith(root)).map(({ path }) => path);
  const add = (fn: string, kind: Kind, ...args: readonly (readonly string[])[]): void => {
    if (args.every((some) => some.length > 0)) made.push({ file: { fn, args: args.map(dice) }, kind });
  };
  add("sum", "number", of("number"), of("number"));
  add("maxOf", "number", of("number"));
  add("count", "number", of("list"));
  add("fee", "money", of("money"), of("number"));
  add("sumBaht", "money", of("money"), of("money"));
  add("age", "number", of("date", "answers"), of("date", "facts"));
  return dice(seldom) || made.length === 0 ? null : dice(made);
}

/** Returns a condition on some of the data paths. */
function logicOf(dice: Dice, places: readonly Place[], depth: number): Logic {
  const inner = (): Logic => logicOf(dice, places, depth - 1);
  const shape = dice(depth > 0 ? ["atom", "atom", "atom", "and", "or", "!"] : ["atom"]);
  if (shape !== "atom") return shape === "!" ? not(inner()) : { [shape]: [inner(), inner()] };
  const { path, kind } = dice(places);
  const read = { var: path };
  if (!path.startsWith("flags.") && dice([true, false, false, false, false])) return gone(path);
  const others = places.filter(
    (one) => one.kind === kind && one.path !== path && !one.path.startsWith("flags."),
  );
  const other = others.length > 0 && dice(seldom) ? { var: dice(others).path } : null;
  const sign = dice(SIGNS);
  switch (kind) {
    case "yes":
      return read;
    case "word":
      return dice<Logic>([{ "==": [read, other ?? dice(WORDS)] }, { in: [read, dice([["a"], ["a", "c"]])] }]);
    case "number":
      return { [sign]: [dice<Logic>([read, { "+": [read, other ?? 1] }]), dice([0, 1, 2, 3, 4, 20])] };
    case "money":
      return { [sign]: [read, other ?? "10.00"] };
    case "date":
      return { [sign]: [read, other ?? "2000-01-02"] };
    case "list":
      return dice<Logic>([
        { [dice(["some", "all", "none"])]: [read, { "==": [{ var: "" }, dice(["x", "y"])] }] },
        { in: [dice(["x", "y"]), read] },
        { [sign]: [{ var: `${path}.length` }, dice([0, 1, 2])] },
      ]);
  }
}

/**
 * Returns values at a data path on both sides of every constant in these flows, and enough of them for every
 * order.
 */
function valuesOf(path: string, schema: JsonSchema): readonly Json[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.type === "boolean") return [true, false];
  if (schema.type === "integer") return [0, 1, 2, 3];
  if (schema.type === "array") return [[], ["x"], ["y"], ["x", "y"], ["x", "x"], ["y", "y"]];
  if (schema.format === "baht") return ["9.98", "9.99", "10.00", "10.01", "10.02"];
  if (schema.format === "date-time") return ["2026-11-24T03:00:00.000Z"];
  if (path.startsWith("facts.")) return ["2020-01-01", "2020-01-02", "2020-01-03"];
  return ["1999-12-31", "2000-01-01", "2000-01-02", "2000-01-03", "2000-01-04"];
}

/** Returns every object of a schema. A field that nothing reads has one value. */
export function objectsOf(under: string, schema: JsonSchema, reads: (path: string) => boolean): JsonObject[] {
  const conditions = JSON.stringify(schema.allOf ?? []);
  return fieldsOf(schema).reduce<JsonObject[]>(
    (all, { name, schema: inner, required, when }) => {
      const read = reads(`${under}.${name}`) || conditions.includes(`"${name}"`);
      const values = valuesOf(`${under}.${name}`, inner).slice(0, read ? undefined : 1);
      const lacking = !required && (read || when.length > 0);
      return all.flatMap((one) => [
        ...values.map((it) => ({ ...one, [name]: it })),
        ...(lacking ? [one] : []),
      ]);
    },
    [{}],
  );
}
