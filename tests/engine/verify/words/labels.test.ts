import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Definition, DefinitionSource } from "../../../../engine/flow/index.ts";
import type { JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { LANGUAGES } from "../../../../engine/values/languages.ts";
import { compareFlows } from "../../../../engine/verify/compare/index.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { atlasOf } from "../../../../engine/verify/paths/index.ts";
import { prove, rulesIn } from "../../../../engine/verify/prove/index.ts";
import { ruleBookOf } from "../../../../engine/verify/rule-book/index.ts";
import { namingOf, type Words, wordsOfCube } from "../../../../engine/verify/words/people.ts";
import { readSource } from "../../../../server/sources/source.ts";
import {
  flowNames,
  jsonNames,
  loadFlow,
  ROOT,
  readJson,
  textAt,
} from "../../../definitions/definition-files.ts";
import { planted } from "../prove/planted.ts";

const sources = new Map<string, DefinitionSource>();
const definitions = new Map<string, Definition>();

beforeAll(async () => {
  for (const flow of flowNames()) {
    sources.set(flow, (await readSource(ROOT, flow)).source);
    definitions.set(flow, await loadFlow(flow));
  }
});

/** Names that only programmers write: a dotted path, camel case, a status code. */
const TECHNICAL =
  /\b(facts|answers|derived|effects|flags)\.|\b[a-z]+[A-Z]\w*|\b[A-Z]+_[A-Z_]+\b|\b(VERIFIED|PENDING|REVIEW|OVERDUE|JURISTIC|INDIVIDUAL)\b/;

function expectPlain(words: Words, where: string): void {
  for (const language of LANGUAGES) {
    expect([where, language, words[language]]).toEqual([
      where,
      language,
      expect.not.stringMatching(TECHNICAL),
    ]);
    expect([where, words[language].trim()]).not.toEqual([where, ""]);
  }
}

/** Returns every text in both languages inside a value. */
function wordsIn(value: unknown): readonly Words[] {
  if (typeof value !== "object" || value === null) return [];
  const { th, en } = value as { readonly th?: unknown; readonly en?: unknown };
  if (typeof th === "string" && typeof en === "string") return [{ th, en }];
  return Object.values(value).flatMap(wordsIn);
}

describe("the labels of values that a rule can read", () => {
  const common = (name: string): JsonSchema => readJson(`schemas/${name}.json`);
  const resolved = (schema: JsonSchema): JsonSchema =>
    typeof schema.$ref === "string" ? common(schema.$ref) : schema;
  const places: (readonly [key: string, schema: JsonSchema])[] = [];
  const add = (root: string, schema: JsonSchema) => {
    for (const [name, property] of Object.entries((schema.properties ?? {}) as JsonObject))
      places.push([`${root}.${name}`, property as JsonSchema]);
  };
  for (const [fact, declared] of Object.entries(readJson("flows/shared/facts.json"))) {
    places.push([`fact:${fact}`, {}]);
    add(`fact:${fact}`, (declared as { readonly schema: JsonSchema }).schema);
  }
  for (const name of jsonNames("schemas/effects"))
    add(`effect:${name}`, readJson(`schemas/effects/${name}.json`).output as JsonSchema);
  for (const name of jsonNames("schemas/events"))
    add(`effect:${name}`, readJson(`schemas/events/${name}.json`).data as JsonSchema);

  it.each(places)("the value %s has a label in both languages", (key, given) => {
    const schema = resolved(given);
    const words =
      schema.type === "boolean" ? ["true", "false"] : Array.isArray(schema.enum) ? schema.enum : [];
    const name = typeof given.$ref === "string" ? given.$ref.replace("common/", "") : "";
    for (const language of LANGUAGES) {
      expect([language, textAt(language, `${key}.label`)]).toEqual([language, expect.any(String)]);
      for (const word of words) {
        const text =
          textAt(language, `${key}.options.${String(word)}`) ??
          textAt(language, `form:common.${name}.options.${String(word)}`);
        expect([word, text]).toEqual([word, expect.any(String)]);
      }
    }
  });

  it.each(Object.keys(readJson("flags/catalogue.json")))(
    "the switch %s has a label in both languages",
    (flag) => {
      for (const language of LANGUAGES)
        expect(textAt(language, `flag:${flag}.title`)).toEqual(expect.any(String));
    },
  );

  it.each(flowNames())("the derived values of %s have a label in both languages", (flow) => {
    const { namespace, derived } = (definitions.get(flow) as Definition).flow;
    for (const name of Object.keys(derived))
      for (const language of LANGUAGES)
        expect([name, textAt(language, `${namespace}:${flow}.derived.${name}.label`)]).toEqual([
          name,
          expect.any(String),
        ]);
  });
});

it.each(flowNames())("a fact of %s that may be absent has a name as a whole", (flow) => {
  const definition = definitions.get(flow) as Definition;
  const naming = namingOf(definition);
  for (const fact of Object.keys(definition.flow.facts))
    for (const language of LANGUAGES)
      expect([fact, naming.place(`facts.${fact}`, language)]).toEqual([
        fact,
        textAt(language, `fact:${fact}.label`),
      ]);
});

describe("the sentences for lawyers", () => {
  it("the rule book contains no technical names", () => {
    for (const { id, owner: _, ...page } of ruleBookOf([...definitions.values()]))
      for (const words of wordsIn(page)) expectPlain(words, id);
  });

  it("the authors' notes contain no technical names", () => {
    for (const { cases } of ruleBookOf([...definitions.values()]))
      for (const { why } of cases) expect(why).not.toMatch(/\b[a-z]+[A-Z]\w*|\w\.\w+\.\w/);
  });

  it.each(flowNames())(
    "the paths of %s contain no technical names",
    (flow) => {
      for (const words of wordsIn(atlasOf(definitions.get(flow) as Definition))) expectPlain(words, flow);
    },
    240_000,
  );

  // Uses every third fault, because each takes time and all kinds are among these. Each is a separate test,
  // so that a busy machine has enough time.
  const some = planted.filter((_, index) => index % 3 === 0);
  let said = 0;
  it.each(some)(
    "the description of an example user of a planted fault contains no technical names: $flow, $kind",
    ({ flow, kind, plant }) => {
      const source = plant(sources.get(flow) as DefinitionSource);
      const { definition, findings } = verify(source, trade);
      if (definition === null || findings.some(({ severity }) => severity === "error")) return;
      for (const { witness } of prove(definition, { fileOf: rulesIn(source) })) {
        const { words } = (witness ?? {}) as { readonly words?: Words };
        if (words === undefined) continue;
        said += 1;
        expectPlain(words, kind);
      }
      const naming = namingOf(definition);
      const { rules, steps } = compareFlows(definitions.get(flow) as Definition, definition);
      const led = steps.flatMap(({ leads }) => leads);
      const answered = Object.values(rules).flatMap((rule) =>
        rule.kind === "different" ? rule.classes : [],
      );
      for (const { cubes } of [...led, ...answered])
        for (const cube of cubes) {
          said += 1;
          expectPlain(wordsOfCube(cube, naming), kind);
        }
    },
  );

  it("the check of descriptions covers more than fifty sentences", () => {
    expect(said).toBeGreaterThan(50);
  });
});
