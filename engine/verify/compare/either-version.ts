import type { Definition } from "../../flow/definition.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json } from "../../values/json.ts";
import { type DomainOf, domainsOf, rootSchema, type SchemaUnder } from "../model/index.ts";

/** Whether two parts of a definition are written alike; what is not there is alike. */
export function alike(left: unknown, right: unknown): boolean {
  return canonicalJson((left ?? null) as Json) === canonicalJson((right ?? null) as Json);
}

/** A place means what either version says; where both say something, the newer one's domain is not narrower by accident. */
export function eitherDomain(before: Definition, after: Definition): DomainOf {
  const old = domainsOf(before);
  const now = domainsOf(after);
  return (path) => now(path) ?? old(path);
}

/** What is required in both versions alike; where they differ, whatever comes may lack it. */
export function schemaUnder(before: Definition, after: Definition): SchemaUnder {
  return (path) => {
    const [root, name] = path.split(".") as [string, string];
    const old = rootSchema(before, root, name);
    const now = rootSchema(after, root, name);
    return old === undefined || now === undefined || alike(old, now) ? (now ?? old) : undefined;
  };
}
