import type { Definition } from "../../flow/definition.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json } from "../../values/json.ts";
import { type DomainOf, domainsOf, rootSchema, type SchemaUnder } from "../model/index.ts";

/** Returns true if two parts of a definition are equal as JSON, or if both are missing. */
export function alike(left: unknown, right: unknown): boolean {
  return canonicalJson((left ?? null) as Json) === canonicalJson((right ?? null) as Json);
}

/**
 * Returns the domain of a data path in the newer version, or in the older version if only that version has
 * the data path.
 */
export function eitherDomain(before: Definition, after: Definition): DomainOf {
  const old = domainsOf(before);
  const now = domainsOf(after);
  return (path) => now(path) ?? old(path);
}

/**
 * Returns the schema under a data path if both versions have the same schema, or if only one version has the
 * data path. Returns `undefined` if the schemas differ, so that the comparison assumes nothing about the
 * value.
 */
export function schemaUnder(before: Definition, after: Definition): SchemaUnder {
  return (path) => {
    const [root, name] = path.split(".") as [string, string];
    const old = rootSchema(before, root, name);
    const now = rootSchema(after, root, name);
    return old === undefined || now === undefined || alike(old, now) ? (now ?? old) : undefined;
  };
}
