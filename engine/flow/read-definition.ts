import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import effectShape from "../../schemas/config/effect.json" with { type: "json" };
import eventShape from "../../schemas/config/event.json" with { type: "json" };
import factsShape from "../../schemas/config/facts.json" with { type: "json" };
import flagsShape from "../../schemas/config/flags.json" with { type: "json" };
import flowShape from "../../schemas/config/flow.json" with { type: "json" };
import ruleShape from "../../schemas/config/rule.json" with { type: "json" };
import { errorAt } from "../rules/report.ts";
import type { Finding, RuleFile } from "../rules/rule.ts";
import type { FindingSaying, Param } from "../rules/sayings.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import type {
  Definition,
  DefinitionSource,
  EffectSignature,
  EventSignature,
  FactDeclaration,
  Texts,
} from "./definition.ts";
import type { FlowFile } from "./flow-file.ts";
import { fieldsOf, isObject, normaliseSchema, type Report, type SchemaFault } from "./form-schema.ts";
import { type CommonSchemas, inlineSchema } from "./inline-schema.ts";
import { formSchemaFile, hasForm } from "./step-kinds.ts";
import { textsOf } from "./text-keys.ts";

/** What reading found: the definition as far as it could be read (`null` without a readable flow file), and every fault. */
export type Reading = { readonly definition: Definition | null; readonly findings: readonly Finding[] };

/**
 * Reads the files of one flow into a definition: shapes, references between files, schemas of the checked subset.
 * What the parts mean together is checked by `engine/verify`, which calls this first.
 */
export function readDefinition(source: DefinitionSource): Reading {
  const findings: Finding[] = [];
  const reader: Reader = { source, findings, common: commonSchemas(source) };
  const file = `flows/${source.flow}/flow.json`;
  const given = fileOf(reader, file, shapes.flow);
  if (given === null) return { definition: null, findings };
  const flow = withDefaults(given as unknown as FlowFile);
  if (flow.id !== source.flow)
    add(reader, file, {
      pointer: "/id",
      says: { key: "wrong-id", params: { folder: source.flow, id: flow.id } },
    });
  checkFlags(reader, flow, file);
  const { schemas, fieldOrder } = readSchemas(reader, flow);
  const draft: Definition = {
    format: 1,
    flow,
    schemas,
    fieldOrder,
    rules: readRules(reader, flow),
    facts: readFacts(reader, flow),
    effects: readEffects(reader, flow),
    events: readEvents(reader, flow),
    texts: { th: {}, en: {} },
  };
  return { definition: { ...draft, texts: textsOf(draft, localesOf(source)) }, findings };
}

type Reader = {
  readonly source: DefinitionSource;
  readonly findings: Finding[];
  readonly common: CommonSchemas;
};

function add(reader: Reader, path: string, { file = path, pointer, says }: SchemaFault): void {
  const finding = errorAt({ file, pointer }, says);
  // A common schema is read wherever it is referred to, and its fault told once.
  const text = JSON.stringify(finding);
  if (!reader.findings.some((known) => JSON.stringify(known) === text)) reader.findings.push(finding);
}

const ajv = new Ajv({ allErrors: true, discriminator: true, strict: false });
const shapes = {
  flow: ajv.compile(flowShape),
  rule: ajv.compile(ruleShape),
  facts: ajv.compile(factsShape),
  effect: ajv.compile(effectShape),
  event: ajv.compile(eventShape),
  flags: ajv.compile(flagsShape),
};

/** A file that has the right shape, or `null` with findings that say why not. */
function fileOf(reader: Reader, path: string, shape: ValidateFunction): JsonObject | null {
  const content = Object.hasOwn(reader.source.files, path) ? reader.source.files[path] : undefined;
  if (content === undefined) {
    add(reader, path, {
      pointer: "",
      says: { key: "missing-file" },
    });
    return null;
  }
  if (shape(content)) return content as JsonObject;
  for (const error of shape.errors ?? []) add(reader, path, faultOfShape(error));
  return null;
}

function faultOfShape({ instancePath, keyword, params }: ErrorObject): SchemaFault {
  return { pointer: instancePath, says: sayShape(keyword, params as { readonly [name: string]: Param }) };
}

function sayShape(keyword: string, params: { readonly [name: string]: Param | undefined }): FindingSaying {
  const { missingProperty, additionalProperty, allowedValues, tagValue, limit } = params;
  if (missingProperty !== undefined)
    return { key: "wrong-shape.required", params: { name: missingProperty } };
  if (additionalProperty !== undefined)
    return { key: "wrong-shape.additional", params: { name: additionalProperty } };
  if (allowedValues !== undefined) return { key: "wrong-shape.words", params: { words: allowedValues } };
  if (keyword === "discriminator") return { key: "wrong-shape.kind", params: { kind: tagValue ?? "" } };
  if (params.type !== undefined) return { key: "wrong-shape.type", params: { type: params.type } };
  if (params.pattern !== undefined)
    return { key: "wrong-shape.pattern", params: { pattern: params.pattern } };
  if (keyword === "uniqueItems") return { key: "wrong-shape.twice" };
  if (keyword.startsWith("min") && limit !== undefined)
    return { key: "wrong-shape.few", params: { least: limit } };
  return { key: "wrong-shape.other", params: { keyword } };
}

function withDefaults(flow: FlowFile): FlowFile {
  return {
    ...flow,
    flags: flow.flags ?? [],
    facts: flow.facts ?? {},
    derived: flow.derived ?? {},
    invariants: flow.invariants ?? [],
  };
}

/** Every flag that a flow reads stands in the catalogue. */
function checkFlags(reader: Reader, flow: FlowFile, file: string): void {
  if (flow.flags.length === 0) return;
  const catalogue = fileOf(reader, "flags/catalogue.json", shapes.flags);
  if (catalogue === null) return;
  flow.flags.forEach((flag, index) => {
    if (!Object.hasOwn(catalogue, flag))
      add(reader, file, {
        pointer: `/flags/${index}`,
        says: { key: "unknown-flag", params: { flag } },
      });
  });
}

function commonSchemas(source: DefinitionSource): CommonSchemas {
  const common: { [id: string]: JsonSchema } = {};
  for (const [path, content] of Object.entries(source.files)) {
    const name = /^schemas\/(common\/.+)\.json$/.exec(path)?.[1];
    if (name !== undefined && isObject(content)) common[name] = content;
  }
  return common;
}

function readSchemas(reader: Reader, flow: FlowFile): Pick<Definition, "schemas" | "fieldOrder"> {
  const schemas: { [step: string]: JsonSchema } = {};
  const fieldOrder: { [step: string]: readonly string[] } = {};
  for (const [id, step] of Object.entries(flow.steps)) {
    if (!hasForm(step)) continue;
    const path = formSchemaFile(flow.id, id, step);
    const content = reader.source.files[path];
    if (!isObject(content)) {
      add(reader, path, {
        pointer: "",
        says: {
          key: "missing-file.schema",
          params: { step: id, path, id: path.slice("schemas/".length, -".json".length) },
        },
      });
      continue;
    }
    const report = (fault: SchemaFault) => add(reader, path, fault);
    if (content.type !== "object")
      report({
        pointer: "/type",
        says: { key: "schema-type.form" },
      });
    const inlined = inlineSchema(content, reader.common, report);
    fieldOrder[id] = fieldsOf(inlined).map((field) => field.name);
    schemas[id] = { ...normaliseSchema(inlined, report), $id: `${flow.id}/${id}` };
  }
  return { schemas, fieldOrder };
}

function readRules(reader: Reader, flow: FlowFile): Definition["rules"] {
  const rules: { [id: string]: RuleFile } = {};
  const named = new Set<string>();
  const visit = (id: string): void => {
    if (named.has(id)) return;
    named.add(id);
    const path = ruleFileOf(reader.source, flow.id, id);
    if (path === null) return;
    const rule = fileOf(reader, path, shapes.rule) as unknown as RuleFile | null;
    if (rule === null) return;
    if (rule.id !== id)
      add(reader, path, {
        pointer: "/id",
        says: { key: "wrong-id.rule", params: { file: id, id: rule.id } },
      });
    if ((rule.must === undefined) === (rule.value === undefined))
      add(reader, path, {
        pointer: "",
        says: { key: "wrong-shape.rule" },
      });
    else rules[id] = rule;
    for (const inner of rulesInLogic(rule as unknown as Json)) visit(inner);
  };
  for (const id of assumptionsAbout(reader.source, flow)) visit(id);
  for (const path of Object.keys(reader.source.files)) {
    const own = new RegExp(`^flows/${flow.id}/rules/(.+)\\.json$`).exec(path)?.[1];
    if (own !== undefined) visit(own);
  }
  for (const id of rulesOfFlow(flow)) visit(id);
  return rules;
}

/** Ids of the assumptions about facts that a flow names, and of those about no fact at all, so that they are found. */
function assumptionsAbout(source: DefinitionSource, flow: FlowFile): readonly string[] {
  const declared = source.files["flows/shared/facts.json"];
  return Object.entries(source.files).flatMap(([path, content]) => {
    const id = /^flows\/shared\/assumptions\/(.+)\.json$/.exec(path)?.[1];
    if (id === undefined || Object.keys(flow.facts).length === 0) return [];
    const about = isObject(content) ? content.assumes : undefined;
    const known = typeof about === "string" && isObject(declared) && Object.hasOwn(declared, about);
    return !known || Object.hasOwn(flow.facts, about) ? [id] : [];
  });
}

/** Where a rule lies: among assumptions, in the flow's own folder, in the shared one; `null` where it is nowhere. */
export function ruleFileOf(source: DefinitionSource, flow: string, rule: string): string | null {
  // An assumption stands first: no rule of a flow can take its name and its place.
  const places = [
    `flows/shared/assumptions/${rule}.json`,
    `flows/${flow}/rules/${rule}.json`,
    `flows/shared/rules/${rule}.json`,
  ];
  return places.find((path) => Object.hasOwn(source.files, path)) ?? null;
}

/** A rule that a flow file names, and what it is used as there: a rule inside an expression may be either. */
export type NamedRule = {
  readonly rule: string;
  readonly pointer: string;
  readonly as: "must" | "value" | "either";
};

/** Every rule that a flow file names, with the pointer of the place. */
export function rulesNamed(flow: FlowFile): readonly NamedRule[] {
  const named: NamedRule[] = [];
  for (const [name, derived] of Object.entries(flow.derived))
    if ("rule" in derived) named.push({ rule: derived.rule, pointer: `/derived/${name}/rule`, as: "value" });
  flow.invariants.forEach((invariant, index) => {
    named.push({ rule: invariant.rule, pointer: `/invariants/${index}/rule`, as: "must" });
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    if ("check" in step)
      step.check?.forEach((rule, index) => {
        named.push({ rule, pointer: `/steps/${id}/check/${index}`, as: "must" });
      });
    if ("next" in step)
      step.next.forEach((next, index) => {
        const pointer = `/steps/${id}/next/${index}/when`;
        if (typeof next.when === "string") named.push({ rule: next.when, pointer, as: "must" });
        else if (next.when !== undefined)
          for (const rule of rulesInLogic(next.when)) named.push({ rule, pointer, as: "either" });
      });
    if (step.kind === "end" && step.explains !== undefined)
      named.push({ rule: step.explains, pointer: `/steps/${id}/explains`, as: "must" });
  }
  return named;
}

function rulesOfFlow(flow: FlowFile): readonly string[] {
  return rulesNamed(flow).map((named) => named.rule);
}

/** Rules that an expression calls by `{"rule": "<id>"}`. */
export function rulesInLogic(logic: Json): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap((item: Json) => rulesInLogic(item));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, inner]) => {
    if (operator === "cases" || operator === "given") return [];
    if (operator !== "rule") return rulesInLogic(inner as Json);
    const id = Array.isArray(inner) ? (inner[0] as Json) : inner;
    return typeof id === "string" ? [id] : rulesInLogic(inner as Json);
  });
}

function readFacts(reader: Reader, flow: FlowFile): Definition["facts"] {
  const path = "flows/shared/facts.json";
  const facts: { [fact: string]: FactDeclaration } = {};
  if (Object.keys(flow.facts).length === 0) return facts;
  const given = fileOf(reader, path, shapes.facts) as { readonly [fact: string]: FactDeclaration } | null;
  for (const [name, declaration] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(flow.facts, name)) continue;
    const report = (at: string) => (fault: SchemaFault) => add(reader, path, below(`/${name}/${at}`, fault));
    facts[name] = {
      ...declaration,
      args: inlineEach(declaration.args ?? {}, reader.common, (argument) => report(`args/${argument}`)),
      schema: inlineSchema(declaration.schema, reader.common, report("schema")),
    };
  }
  return facts;
}

function inlineEach(
  schemas: { readonly [name: string]: JsonSchema },
  common: CommonSchemas,
  report: (name: string) => Report,
): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, inlineSchema(schema, common, report(name))]),
  );
}

function readEffects(reader: Reader, flow: FlowFile): Definition["effects"] {
  const effects: { [id: string]: EffectSignature } = {};
  for (const step of Object.values(flow.steps)) {
    if (step.kind !== "effect" || Object.hasOwn(effects, step.effect)) continue;
    const path = `schemas/effects/${step.effect}.json`;
    const given = fileOf(reader, path, shapes.effect) as unknown as EffectSignature | null;
    if (given === null) continue;
    const report = (at: string) => (fault: SchemaFault) => signatureFault(reader, path, below(at, fault));
    effects[step.effect] = {
      ...given,
      input: inlineSchema(given.input, reader.common, report("/input")),
      output: inlineSchema(given.output, reader.common, report("/output")),
    };
  }
  return effects;
}

function readEvents(reader: Reader, flow: FlowFile): Definition["events"] {
  const events: { [id: string]: EventSignature } = {};
  for (const step of Object.values(flow.steps)) {
    if (step.kind !== "wait" || Object.hasOwn(events, step.for)) continue;
    const path = `schemas/events/${step.for}.json`;
    const given = fileOf(reader, path, shapes.event) as unknown as EventSignature | null;
    if (given === null) continue;
    events[step.for] = {
      ...given,
      data: inlineSchema(given.data, reader.common, (fault) =>
        signatureFault(reader, path, below("/data", fault)),
      ),
    };
  }
  return events;
}

/** A fault of a schema that stands inside a file; one of a common schema stays where it is. */
function below(at: string, fault: SchemaFault): SchemaFault {
  return fault.file === undefined ? { ...fault, pointer: `${at}${fault.pointer}` } : fault;
}

/** Signatures describe what code gives, so a format of their own (`uuid`) is no fault. */
function signatureFault(reader: Reader, path: string, fault: SchemaFault): void {
  if (fault.says.key !== "unknown-format") add(reader, path, fault);
}

function localesOf(source: DefinitionSource): Texts {
  const texts: { [language in keyof Texts]: { [namespace: string]: JsonObject } } = { th: {}, en: {} };
  for (const [path, content] of Object.entries(source.files)) {
    const found = /^locales\/(th|en)\/([^/]+)\.json$/.exec(path);
    if (found && isObject(content)) texts[found[1] as "th" | "en"][found[2] as string] = content;
  }
  return texts;
}
