import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Ajv } from "ajv";
import { trade } from "../../domain/index.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Definition, DefinitionSource } from "../../engine/flow/index.ts";
import { logicsOf, readsOf, rulesOf } from "../../engine/rules/index.ts";
import type { Finding, RuleFile } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { verify } from "../../engine/verify/lint/index.ts";
import { type Ordinary, readOrdinary } from "../../engine/verify/witness/index.ts";
import ruleShape from "../../schemas/config/rule.json" with { type: "json" };
import { listFlows, readSource, sourceReader } from "../sources/index.ts";
import { readJson, Unreadable } from "../unreadable.ts";

/** A flow's folder, loaded as a definition. The folder can be anywhere. */
export type FlowVersion = {
  readonly definition: Definition | null;
  readonly findings: readonly Finding[];
  /** The ordinary person that the files around the flow describe (`flows/shared/ordinary.json`). */
  readonly ordinary: Ordinary;
};

/** Returns whether a path is a folder. The command treats a folder as a flow, and a file as a rule. */
export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory();
}

/**
 * Reads a flow's folder. For a folder below `flows/`, uses the schemas, facts and texts of its root. For any
 * other folder, uses those of the current folder, but `schemas/` and `rules/` in the flow's folder take
 * precedence.
 */
export async function readFlowVersion(folder: string): Promise<FlowVersion> {
  const file = join(folder, "flow.json");
  const { id } = ((await readJson(file)) ?? {}) as { readonly id?: Json };
  if (typeof id !== "string") throw new Unreadable(`${file} is no flow: it has no id.`);
  const root = await rootAround(folder);
  const { source, findings } = await readSource(root, id);
  const files: { [path: string]: Json } = Object.fromEntries(
    Object.entries(source.files).filter(([path]) => !path.startsWith(`flows/${id}/`)),
  );
  const put = async (from: string, to: string): Promise<void> => {
    for (const name of await readdir(from).catch(() => []))
      if (name.endsWith(".json")) files[`${to}/${name}`] = await readJson(join(from, name));
  };
  await put(folder, `flows/${id}`);
  await put(join(folder, "rules"), `flows/${id}/rules`);
  await put(join(folder, "schemas"), `schemas/${id}`);
  return versionOf({ flow: id, files }, findings);
}

/** Returns a function that reads flows below a root. Reads shared files only once. */
export function flowReader(root: string): (flow: string) => Promise<FlowVersion> {
  const read = sourceReader(root);
  return async (flow) => {
    const { source, findings } = await read(flow);
    return versionOf(source, findings);
  };
}

function versionOf(source: DefinitionSource, findings: readonly Finding[]): FlowVersion {
  const verified = verify(source, trade);
  const all = [...findings, ...verified.findings].filter(({ severity }) => severity === "error");
  const ordinary = readOrdinary(source.files);
  return { definition: all.length > 0 ? null : verified.definition, findings: all, ordinary };
}

/** Reads a rule's file. */
export async function readRule(path: string): Promise<RuleFile> {
  const rule = ((await readJson(path)) ?? {}) as { readonly must?: Json; readonly value?: Json };
  if (!Array.isArray(rule.must) && !isObject(rule.value))
    throw new Unreadable(`${path} is no rule: it has neither clauses (must) nor a value.`);
  if (!isRule(rule)) {
    const [error] = isRule.errors ?? [];
    throw new Unreadable(
      `${path} is no rule: ${error?.instancePath || "it"} ${error?.message ?? "is not well formed"}.`,
    );
  }
  return rule;
}

const isRule = new Ajv({ strict: false }).compile<RuleFile>(ruleShape);

/** Returns the paths of all data that the rules read. */
export function placesRead(rules: readonly RuleFile[]): readonly string[] {
  return [...new Set(rules.flatMap(placesOf))];
}

/**
 * Returns a definition that contains all data that the rules read: the definition of the rules' own flow, or
 * the first flow that fits; `null` if none does. Other rules that the rules refer to are taken from that
 * definition.
 */
export async function definitionAround(
  path: string,
  rules: readonly RuleFile[],
): Promise<{ readonly definition: Definition; readonly ordinary: Ordinary } | null> {
  const root = await rootAround(dirname(path));
  const flows = await listFlows(root);
  const own = basename(dirname(dirname(resolve(path))));
  const places = rules.flatMap(placesOf);
  const names = rules.flatMap((rule) => logicsOf(rule).flatMap((logic) => rulesOf(logic)));
  for (const flow of [own, ...flows].filter(
    (one, at, all) => flows.includes(one) && all.indexOf(one) === at,
  )) {
    const { source } = await readSource(root, flow);
    const { definition } = verify(source, trade);
    if (definition === null) continue;
    const knows = places.every((place) => knowsPlace(definition, place));
    if (knows && names.every((name) => definition.rules[name] !== undefined))
      return { definition, ordinary: readOrdinary(source.files) };
  }
  return null;
}

function placesOf(rule: RuleFile): readonly string[] {
  return logicsOf(rule).flatMap((logic) => readsOf(logic));
}

function knowsPlace(definition: Definition, place: string): boolean {
  const [root = "", name = ""] = place.split(".");
  const { flow } = definition;
  if (root === "facts") return Object.hasOwn(flow.facts, name);
  if (root === "answers") return Object.hasOwn(definition.schemas, name);
  if (root === "flags") return flow.flags.includes(name);
  return root === "derived" ? Object.hasOwn(flow.derived, name) : Object.hasOwn(flow.steps, name);
}

/** Returns the nearest parent folder with `flows` and `schemas`; the current folder if there is none. */
async function rootAround(place: string): Promise<string> {
  for (let at = resolve(place); ; at = dirname(at)) {
    const names = await readdir(at).catch((): string[] => []);
    if (names.includes("flows") && names.includes("schemas")) return at;
    if (dirname(at) === at) return process.cwd();
  }
}
