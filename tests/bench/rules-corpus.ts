import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "../../domain/formats.ts";
import { functions } from "../../domain/functions.ts";
import {
  type RuleSet,
  type RuleSource,
  type Type,
  type TypeEnv,
  typeOfSchema,
  typesOfSchema,
} from "../../engine/rules/index.ts";
import type { RuleFile } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The rules that are measured: every rule of `flows/`, and three of the kinds that those leave out (a count, lengths of
 * lists, an amount between two others), so that there are twenty.
 */
export function corpus(): readonly { readonly flow: string; readonly set: RuleSet }[] {
  const flows = readdirSync(join(ROOT, "flows")).filter((name) =>
    existsSync(join(ROOT, "flows", name, "flow.json")),
  );
  const own = flows.map((flow) => ({
    flow,
    set: { rules: rulesOfFlow(flow), conditions: {}, types: typesOfFlow(flow), formats },
  }));
  const shared = {
    flow: "shared",
    set: { rules: rulesOfFlow("shared"), conditions: {}, types: typesOfFlow("invest"), formats },
  };
  const more = {
    flow: "more",
    set: { rules: MORE, conditions: {}, types: { ...typesOfFlow("kyc"), ...typesOfFlow("invest") }, formats },
  };
  return [shared, ...own, more].filter(({ set }) => set.rules.length > 0);
}

function rulesOfFlow(flow: string): readonly RuleSource[] {
  const folder = join("flows", flow, "rules");
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder)).map((name) => ({
    file: join(folder, name),
    rule: read(join(folder, name)) as unknown as RuleFile,
  }));
}

function typesOfFlow(flow: string): TypeEnv {
  const types: { [path: string]: Type } = {};
  const add = (schema: JsonObject, prefix: string): void =>
    void Object.assign(types, typesOfSchema(schema, { prefix, resolve, formats }));
  for (const [fact, { schema }] of Object.entries(
    read("flows/shared/facts.json") as { [fact: string]: { schema: JsonObject } },
  )) {
    add(schema, `facts.${fact}`);
  }
  const schemas = join("schemas", flow);
  for (const name of existsSync(join(ROOT, schemas)) ? readdirSync(join(ROOT, schemas)) : []) {
    add(read(join(schemas, name)), `answers.${name.replace(".json", "")}`);
  }
  const file = read(`flows/${flow}/flow.json`) as unknown as {
    readonly flags?: readonly string[];
    readonly derived?: { readonly [name: string]: { readonly fn?: string; readonly rule?: string } };
  };
  for (const flag of file.flags ?? []) types[`flags.${flag}`] = { kind: "boolean" };
  for (const [name, { fn, rule }] of Object.entries(file.derived ?? {})) {
    const value = rule && rulesOfFlow(flow).find((source) => source.rule.id === rule)?.rule.value;
    const type = value ? typeOfSchema(value.type, formats, resolve) : functions[fn ?? ""]?.result;
    if (type) types[`derived.${name}`] = type;
  }
  return types;
}

function resolve(ref: string): JsonObject | undefined {
  const file = join("schemas", `${ref}.json`);
  return existsSync(join(ROOT, file)) ? read(file) : undefined;
}

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")) as JsonObject;
}

const one = (place: string): JsonObject => ({ if: [{ var: place }, 1, 0] });
const head = {
  title: "rule:x.title",
  source: "bench",
  owner: "bench",
  from: "2026-01-01",
  onMissing: "refuse",
} as const;
const cases = [{ why: "nothing is known", given: {}, expect: "unknown" }] as const;

const MORE: readonly RuleSource[] = (
  [
    {
      ...head,
      id: "steps-done",
      cases,
      value: {
        type: { type: "integer" },
        logic: {
          "+": ["isVerified", "passDopa", "agreeFatca", "contractVerified"].map((name) =>
            one(`facts.investor.${name}`),
          ),
        },
      },
    },
    {
      ...head,
      id: "interests",
      cases,
      must: [
        {
          id: "two",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.interests.strategies.length" }, 2] },
        },
        {
          id: "one",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.interests.depositMethods.length" }, 1] },
        },
      ],
    },
    {
      ...head,
      id: "quick-amount",
      cases,
      must: [
        {
          id: "from",
          reason: "r",
          mend: "none",
          logic: { ">=": [{ var: "answers.amount.amount" }, "10000.00"] },
        },
        {
          id: "to",
          reason: "r",
          mend: "none",
          logic: { "<": [{ var: "answers.amount.amount" }, "2000000.00"] },
        },
      ],
    },
  ] satisfies readonly RuleFile[]
).map((rule) => ({ file: `bench/${rule.id}.json`, rule }));
