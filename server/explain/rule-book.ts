import { trade } from "../../domain/index.ts";
import type { Definition, DefinitionSource } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { verify } from "../../engine/verify/lint/index.ts";
import { type RulePage, ruleBookOf } from "../../engine/verify/rule-book/index.ts";

/**
 * The rules of several flows, in sentences. `unread` lists the flows that cannot be loaded; their rules are
 * missing.
 */
export type Book = { readonly pages: readonly RulePage[]; readonly unread: readonly string[] };

/** Reads all rules of the given flows, and the shared rules that none of them uses. */
export function bookOf(sources: readonly DefinitionSource[]): Book {
  const definitions: Definition[] = [];
  const unread: string[] = [];
  for (const source of sources) {
    const { definition, findings } = verify(source, trade);
    // An old version may lack texts that are required today. Such a version still counts as readable, and ids
    // replace the missing texts.
    const stops = findings.some(({ severity, code }) => severity === "error" && code !== "missing-text");
    if (definition === null || stops) unread.push(source.flow);
    else definitions.push(definition);
  }
  const own = ruleBookOf(definitions);
  const pages = [...own, ...unusedPages(sources, new Set(own.map(({ rule }) => rule)))];
  return { pages: pages.sort((left, right) => (left.id < right.id ? -1 : 1)), unread };
}

/**
 * Returns the shared rules that no flow uses. Such a rule is read as a part of the first flow that has all
 * data paths which the rule names.
 */
function unusedPages(sources: readonly DefinitionSource[], known: ReadonlySet<string>): readonly RulePage[] {
  const found: RulePage[] = [];
  for (const { flow, files } of sources) {
    const path = `flows/${flow}/flow.json`;
    const shared = Object.keys(files).flatMap(
      (file) => /^flows\/shared\/rules\/(.+)\.json$/.exec(file)?.[1] ?? [],
    );
    for (const rule of shared.filter((id) => !known.has(id) && !found.some((page) => page.rule === id))) {
      const whole = files[path] as { readonly invariants?: readonly Json[]; readonly start: string };
      const invariants = [...(whole.invariants ?? []), { before: whole.start, rule }];
      const named = { ...whole, invariants } as Json;
      const { definition, findings } = verify({ flow, files: { ...files, [path]: named } }, trade);
      if (definition === null || findings.some(({ file }) => file.endsWith(`/${rule}.json`))) continue;
      const page = ruleBookOf([definition]).find(({ id }) => id === rule);
      if (page !== undefined) found.push({ ...page, uses: [] });
    }
  }
  return found;
}
