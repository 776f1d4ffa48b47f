import { Ajv, type ValidateFunction } from "ajv";
import effectShape from "../../schemas/config/effect.json" with { type: "json" };
import eventShape from "../../schemas/config/event.json" with { type: "json" };
import factsShape from "../../schemas/config/facts.json" with { type: "json" };
import flagsShape from "../../schemas/config/flags.json" with { type: "json" };
import flowShape from "../../schemas/config/flow.json" with { type: "json" };
import ruleShape from "../../schemas/config/rule.json" with { type: "json" };
import { errorAt, nearest } from "../rules/report.ts";
import type { Finding, RuleFile } from "../rules/rule.ts";
import { deeperThan } from "../values/deeper-than.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { inLanguages, localeOf } from "../values/languages.ts";
import type {
  Definition,
  DefinitionSource,
  EffectSignature,
  EventSignature,
  FactDeclaration,
  Texts,
} from "./definition.ts";
import type { FlowFile } from "./flow-file.ts";
import { checkFormConditions } from "./form-conditions.ts";
import { fieldsOf, isObject, normaliseSchema, type Report, type SchemaFault } from "./form-schema.ts";
import { type CommonSchemas, inlineSchema } from "./inline-schema.ts";
import { ruleFileOf, rulesInLogic, rulesNamed } from "./rules-named.ts";
import { formSchemaFile, hasForm } from "./step-kinds.ts";
import { textsOf } from "./text-keys.ts";
import { TRADE, type Trade } from "./trade.ts";
import { faultOfShape } from "./wrong-shape.ts";

/**
 * The definition as far as it could be read, and every fault. The definition is `null` if the flow file is
 * not readable.
 */
export type Reading = { readonly definition: Definition | null; readonly findings: readonly Finding[] };

/**
 * Reads the files of one flow into a definition. Checks shapes, references between files, and whether schemas
 * belong to the checked subset. `engine/verify` calls this first and then checks the definition as a whole.
 */
export function readDefinition(given: DefinitionSource, trade: Trade): Reading {
  const { source, findings } = shallowOf(given);
  const reader: Reader = { source, findings, trade, common: commonSchemas(source) };
  const file = `flows/${source.flow}/flow.json`;
  const content = fileOf(reader, file, shapes.flow);
  if (content === null) return { definition: null, findings };
  const flow = withDefaults(content);
  if (flow.id !== source.flow)
    add(reader, file, {
      pointer: "/id",
      says: { key: "wrong-id", params: { folder: source.flow, id: flow.id } },
    });
  checkFlags(reader, flow, file);
  const { schemas, fieldOrder } = readSchemas(reader, flow);
  const effects = readEffects(reader, flow);
  const draft: Definition = {
    [TRADE]: trade,
    format: flow.format,
    flow,
    schemas,
    fieldOrder,
    rules: readRules(reader, { flow, effects }),
    facts: readFacts(reader, flow),
    effects,
    events: readEvents(reader, flow),
    texts: inLanguages(() => ({})),
  };
  return { definition: { ...draft, texts: textsOf(draft, localesOf(source)) }, findings };
}

/** Maximum nesting of a file. The limit exists because files are processed recursively. */
const MAX_LEVELS = 200;

/** Removes files that are nested too deep. */
function shallowOf({ flow, files }: DefinitionSource): {
  readonly source: DefinitionSource;
  readonly findings: Finding[];
} {
  const deep = Object.keys(files).filter((path) => deeperThan(files[path] as Json, MAX_LEVELS));
  const shallow = Object.entries(files).filter(([path]) => !deep.includes(path));
  return {
    source: deep.length === 0 ? { flow, files } : { flow, files: Object.fromEntries(shallow) },
    findings: deep.map((file) =>
      errorAt({ file, pointer: "" }, { key: "too-deep.file", params: { limit: MAX_LEVELS } }),
    ),
  };
}

type Reader = {
  readonly source: DefinitionSource;
  readonly findings: Finding[];
  readonly trade: Trade;
  readonly common: CommonSchemas;
};

function add(reader: Reader, path: string, { file = path, pointer, says }: SchemaFault): void {
  const finding = errorAt({ file, pointer }, says);
  // A common schema is read once for each reference, but its fault is reported only once.
  const text = JSON.stringify(finding);
  if (!reader.findings.some((known) => JSON.stringify(known) === text)) reader.findings.push(finding);
}

const ajv = new Ajv({ allErrors: true, discriminator: true, strict: false });
const shapes = {
  flow: ajv.compile<FlowFile>(flowShape),
  rule: ajv.compile<RuleFile>(ruleShape),
  facts: ajv.compile<{ readonly [fact: string]: FactDeclaration }>(factsShape),
  effect: ajv.compile<EffectSignature>(effectShape),
  event: ajv.compile<EventSignature>(eventShape),
  flags: ajv.compile<JsonObject>(flagsShape),
};

/** Returns a file if it has the required structure. Otherwise reports what is wrong and returns `null`. */
function fileOf<Content>(reader: Reader, path: string, shape: ValidateFunction<Content>): Content | null {
  const content: unknown = Object.hasOwn(reader.source.files, path) ? reader.source.files[path] : undefined;
  if (content === undefined) {
    add(reader, path, {
      pointer: "",
      says: { key: "missing-file" },
    });
    return null;
  }
  if (shape(content)) return content;
  // ajv also reports errors inside `then` and `else`, so its summary error of the `if` is omitted.
  for (const error of shape.errors ?? []) if (error.keyword !== "if") add(reader, path, faultOfShape(error));
  return null;
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

/** Reports every flag of a flow that is not in the catalogue. */
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

/** Returns the common schemas among files, by id. */
export function commonSchemas({ files }: Pick<DefinitionSource, "files">): CommonSchemas {
  const common: { [id: string]: JsonSchema } = {};
  for (const [path, content] of Object.entries(files)) {
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
    const named = path.slice("schemas/".length, -".json".length);
    if (content.$id !== undefined && content.$id !== named)
      report({
        pointer: "/$id",
        says: { key: "wrong-id.schema", params: { file: named, id: JSON.stringify(content.$id) } },
      });
    if (content.type !== "object")
      report({
        pointer: "/type",
        says: { key: "schema-type.form" },
      });
    const inlined = standaloneSchema(content, reader, report);
    fieldOrder[id] = fieldsOf(inlined).map((field) => field.name);
    schemas[id] = { ...normaliseSchema(inlined, report), $id: `${flow.id}/${id}` };
  }
  return { schemas, fieldOrder };
}

/** Checks the conditions of a schema and returns the schema in self-contained form. */
function standaloneSchema(schema: Json, { common, trade: { formats } }: Reader, report: Report): JsonSchema {
  const inlined = inlineSchema(schema, { common, formats }, report);
  checkFormConditions(inlined, formats, report);
  return inlined;
}

function readRules(reader: Reader, draft: Pick<Definition, "flow" | "effects">): Definition["rules"] {
  const { flow } = draft;
  const rules: { [id: string]: RuleFile } = {};
  const named = new Set<string>();
  const visit = (id: string): void => {
    if (named.has(id)) return;
    named.add(id);
    const path = ruleFileOf(reader.source, flow.id, id);
    if (path === null) return;
    const rule = fileOf(reader, path, shapes.rule);
    if (rule === null) return;
    const shared = `flows/shared/rules/${id}.json`;
    if (path !== shared && Object.hasOwn(reader.source.files, shared))
      add(reader, path, { pointer: "/id", says: { key: "duplicate-id.shared", params: { id, shared } } });
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
    for (const inner of rulesInLogic(rule)) visit(inner);
  };
  for (const id of assumptionsAbout(reader.source, flow)) visit(id);
  for (const path of Object.keys(reader.source.files)) {
    const own = new RegExp(`^flows/${flow.id}/rules/(.+)\\.json$`).exec(path)?.[1];
    if (own !== undefined) visit(own);
  }
  for (const { rule } of rulesNamed(draft)) visit(rule);
  return rules;
}

/**
 * Returns the ids of assumptions about a flow's facts. Includes assumptions about unknown facts, so that they
 * are reported.
 */
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

function readFacts(reader: Reader, flow: FlowFile): Definition["facts"] {
  const path = "flows/shared/facts.json";
  const facts: { [fact: string]: FactDeclaration } = {};
  if (Object.keys(flow.facts).length === 0) return facts;
  const given = fileOf(reader, path, shapes.facts);
  for (const [name, declaration] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(flow.facts, name)) continue;
    const report = (at: string) => (fault: SchemaFault) => add(reader, path, below(`/${name}/${at}`, fault));
    facts[name] = {
      ...declaration,
      args: inlineEach(declaration.args ?? {}, reader, (argument) => report(`args/${argument}`)),
      schema: standaloneSchema(declaration.schema, reader, report("schema")),
    };
  }
  return facts;
}

function inlineEach(
  schemas: { readonly [name: string]: JsonSchema },
  reader: Reader,
  report: (name: string) => Report,
): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, standaloneSchema(schema, reader, report(name))]),
  );
}

function readEffects(reader: Reader, flow: FlowFile): Definition["effects"] {
  const effects: { [id: string]: EffectSignature } = {};
  for (const [id, step] of Object.entries(flow.steps)) {
    if (step.kind !== "effect" || Object.hasOwn(effects, step.effect)) continue;
    const path = `schemas/effects/${step.effect}.json`;
    needSignature(reader, { path, pointer: `/steps/${id}/effect`, name: step.effect });
    const given = fileOf(reader, path, shapes.effect);
    if (given === null) continue;
    const report = (at: string) => (fault: SchemaFault) => signatureFault(reader, path, below(at, fault));
    effects[step.effect] = {
      ...given,
      input: standaloneSchema(given.input, reader, report("/input")),
      output: standaloneSchema(given.output, reader, report("/output")),
    };
  }
  return effects;
}

function readEvents(reader: Reader, flow: FlowFile): Definition["events"] {
  const events: { [id: string]: EventSignature } = {};
  for (const [id, step] of Object.entries(flow.steps)) {
    if (step.kind !== "wait" || Object.hasOwn(events, step.for)) continue;
    const path = `schemas/events/${step.for}.json`;
    needSignature(reader, { path, pointer: `/steps/${id}/for`, name: step.for });
    const given = fileOf(reader, path, shapes.event);
    if (given === null) continue;
    events[step.for] = {
      ...given,
      data: standaloneSchema(given.data, reader, (fault) =>
        signatureFault(reader, path, below("/data", fault)),
      ),
    };
  }
  return events;
}

/** Reports an effect or event that has no signature file, because the server does not offer it. */
function needSignature(
  reader: Reader,
  { path, pointer, name }: { readonly path: string; readonly pointer: string; readonly name: string },
): void {
  const { files, flow } = reader.source;
  if (Object.hasOwn(files, path)) return;
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const offered = Object.keys(files).flatMap((one) =>
    one.startsWith(folder) ? [one.slice(folder.length).replace(/\.json$/, "")] : [],
  );
  const near = nearest(name, offered);
  add(reader, `flows/${flow}/flow.json`, {
    pointer,
    says:
      near === undefined
        ? { key: "unknown-signature", params: { name, offered } }
        : { key: "unknown-signature.near", params: { name, near } },
  });
}

/**
 * Moves a fault to the location of its schema inside a file. A fault of a common schema stays in the common
 * schema's file.
 */
function below(at: string, fault: SchemaFault): SchemaFault {
  return fault.file === undefined ? { ...fault, pointer: `${at}${fault.pointer}` } : fault;
}

/**
 * Reports a fault of a signature. Signatures describe values from code, so they may use formats that forms do
 * not have (`uuid`).
 */
function signatureFault(reader: Reader, path: string, fault: SchemaFault): void {
  if (fault.says.key !== "unknown-format") add(reader, path, fault);
}

function localesOf(source: DefinitionSource): Texts {
  const texts = inLanguages((): { [namespace: string]: JsonObject } => ({}));
  for (const [path, content] of Object.entries(source.files)) {
    const found = localeOf(path);
    if (found !== null && isObject(content)) texts[found.language][found.namespace] = content;
  }
  return texts;
}
