import type { Definition } from "../../flow/definition.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import { typeAt } from "../../rules/types.ts";

/**
 * The possible targets of links: other flows, and the portal's pages. A part of a page's address that begins
 * with `$` matches any text.
 */
export type Destinations = { readonly flows: readonly string[]; readonly pages: readonly string[] };

/**
 * Checks that the targets of links at ends exist, and also the targets at which a clause is corrected.
 * `fileOf` returns a rule's file.
 */
export function checkLinks(
  definition: Definition,
  destinations: Destinations,
  fileOf: (rule: string) => string,
): readonly Finding[] {
  const findings: Finding[] = [];
  const { flow } = definition;
  const file = `flows/${flow.id}/flow.json`;
  const need = (link: string, spot: { readonly file: string; readonly pointer: string }): void => {
    if (!leads(link, destinations))
      findings.push(errorAt(spot, { key: "link-to-nowhere", params: { link } }));
  };
  for (const [id, step] of Object.entries(flow.steps))
    if (step.kind === "end")
      step.links?.forEach((link, index) => {
        need(link, { file, pointer: `/steps/${id}/links/${index}` });
      });
  const types = typesOfDefinition(definition);
  for (const rule of Object.values(definition.rules))
    rule.must?.forEach(({ mend }, index) => {
      const spot = { file: fileOf(rule.id), pointer: `/must/${index}/mend` };
      if (mend === "none") return;
      if (!mend.startsWith("answers.")) need(mend, spot);
      // If `mend` names a step of another flow, that flow corrects the clause of a shared rule.
      else if (spot.file.startsWith(`flows/${flow.id}/`) && typeAt(types, mend) === undefined)
        findings.push(errorAt(spot, { key: "unknown-path", params: { path: mend } }));
    });
  return findings;
}

function leads(link: string, { flows, pages }: Destinations): boolean {
  if (link.startsWith("flow:")) return flows.includes(link.slice("flow:".length));
  const [path] = link.split(/[?#]/) as [string];
  const parts = path.split("/");
  return pages.some((page) => {
    const wanted = page.split("/");
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => (part.startsWith("$") ? parts[index] !== "" : part === parts[index]))
    );
  });
}
