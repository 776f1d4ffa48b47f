import { trade } from "../../domain/index.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import { type CommonSchemas, inlineSchema } from "../../engine/flow/inline-schema.ts";
import { commonSchemas } from "../../engine/flow/read-definition.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths } from "../sources/index.ts";

/**
 * Reports changes of common schemas that would alter effects, events or facts. The server's code for these is
 * released separately and does not change with the files. Checks all effects, events and facts of the server,
 * whether or not the flow uses them.
 */
export function changedOffers(flow: string, before: Files, after: Files): readonly Finding[] {
  const files = commonBehindOffers(before, after);
  if (files.length === 0) return [];
  const [old, now] = [commonSchemas({ files: before }), commonSchemas({ files: after })];
  const offers = offersIn(after).filter(({ schema }) => resolved(schema, old) !== resolved(schema, now));
  return files.flatMap((file) => {
    const names = offers.filter(({ schema }) => hangsOn(schema, file, [old, now])).map(({ name }) => name);
    if (names.length === 0) return [];
    const params = { offers: [...new Set(names)], flow };
    return [errorAt({ file, pointer: "" }, { key: "offer-changed", params })];
  });
}

/** Returns the paths of common schemas that effects, events or facts use and whose meaning changes. */
export function commonBehindOffers(before: Files, after: Files): readonly string[] {
  const [old, now] = [commonSchemas({ files: before }), commonSchemas({ files: after })];
  const said = (common: CommonSchemas, path: string) => canonicalJson(meaningOf(common[idOf(path)] ?? null));
  return changedPaths(before, after)
    .filter((path) => path.startsWith("schemas/common/") && said(old, path) !== said(now, path))
    .filter((path) => offersIn(after).some(({ schema }) => hangsOn(schema, path, [old, now])));
}

/** A schema of an effect, event or fact. */
type Offer = { readonly name: string; readonly schema: Json };

function offersIn(files: Files): readonly Offer[] {
  return Object.entries(files).flatMap(([path, content]): readonly Offer[] => {
    if (!isObject(content)) return [];
    const [, kind, name = ""] = /^schemas\/(effects|events)\/(.+)\.json$/.exec(path) ?? [];
    const schemas = (given: Json | undefined, names: readonly string[]) =>
      isObject(given) ? names.flatMap((one) => given[one] ?? []) : [];
    const named = (name: string, all: readonly Json[]) => all.map((schema) => ({ name, schema }));
    if (kind !== undefined) return named(name, schemas(content, ["input", "output", "data"]));
    if (path !== "flows/shared/facts.json") return [];
    return Object.entries(content).flatMap(([fact, given]) => {
      const { args } = isObject(given) ? given : {};
      return named(fact, [
        ...schemas(given, ["schema"]),
        ...schemas(args, isObject(args) ? Object.keys(args) : []),
      ]);
    });
  });
}

function idOf(path: string): string {
  return path.slice("schemas/".length, -".json".length);
}

/**
 * Returns whether a schema refers to the common schema at `path`, directly or indirectly, in any of the
 * versions.
 */
function hangsOn(schema: Json, path: string, versions: readonly CommonSchemas[]): boolean {
  const found = new Set(referencesIn(schema));
  for (const id of found)
    for (const common of versions)
      if (Object.hasOwn(common, id)) for (const next of referencesIn(common[id] ?? null)) found.add(next);
  return found.has(idOf(path));
}

function referencesIn(schema: Json): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (!isObject(schema)) return [];
  const own = typeof schema.$ref === "string" ? [schema.$ref] : [];
  return [...own, ...Object.values(schema).flatMap(referencesIn)];
}

function resolved(schema: Json, common: CommonSchemas): string {
  // Errors in schemas are reported where definitions are loaded, so they are ignored here.
  return canonicalJson(meaningOf(inlineSchema(schema, { common, formats: trade.formats }, () => {})));
}

/** Schema keywords that do not affect which values are valid. */
const SAYS_NOTHING = new Set(["$comment", "description", "common"]);
const HOLDS_SCHEMAS = new Set(["items", "if", "then", "allOf"]);

/**
 * Returns a schema without keywords that do not affect which values are valid. A field that has the name of a
 * keyword stays. Members of open lists are also removed: code accepts any text that fits the list's pattern,
 * and each version is proved with its own members.
 */
function meaningOf(given: Json): Json {
  if (Array.isArray(given)) return given.map(meaningOf);
  if (!isObject(given)) return given;
  const schema = isOpenList(given) ? { ...given, enum: [] } : given;
  const entries = Object.entries(schema).filter(([keyword]) => !SAYS_NOTHING.has(keyword));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, meaningUnder(keyword, value)]));
}

function isOpenList({ openList, pattern, enum: members }: JsonObject): boolean {
  if (openList !== true || typeof pattern !== "string" || !Array.isArray(members)) return false;
  return members.every((member) => typeof member === "string" && new RegExp(pattern, "u").test(member));
}

function meaningUnder(keyword: string, value: Json): Json {
  if (HOLDS_SCHEMAS.has(keyword)) return meaningOf(value);
  if (keyword !== "properties" || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, meaningOf(inner)]));
}
