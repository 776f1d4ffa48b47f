import type { Definition } from "../../flow/definition.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json } from "../../values/json.ts";
import { type DomainOf, domainsOf, rootSchema, type SchemaUnder } from "../model/index.ts";

/** Whether two parts of a definition are written alike, or both missing. */
export function alike(left: unknown, right: unknown): boolean {
  return canonicalJson((left ?? null) as Json) === canonicalJson((right ?? null) as Json);
}

/** The domain of a place in the newer version, or in the older one where only that has the place. */
export function eitherDomain(before: Definition, after: Definition): DomainOf {
  const old = domainsOf(before);
  const now = domainsOf(after);
  return (path) => now(path) ?? old(path);
}

/** The schema under a place that both versions have alike, or one alone has; where they differ none, so nothing is required. */
export function schemaUnder(before: Definition, after: Definition): SchemaUnder {
  return (path) => {
    const [root, name] = path.split(".") as [string, string];
    const old = rootSchema(before, root, name);
    const now = rootSchema(after, root, name);
    return old === undefined || now === undefined || alike(old, now) ? (now ?? old) : undefined;
  };
}
