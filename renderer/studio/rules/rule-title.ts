import type { Language } from "../../../engine/values/languages.ts";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { listOf, objectOf } from "../step/step-file.ts";

/**
 * Returns the title of a rule in a draft. If there is no title, returns the reason that people read when the
 * rule's first condition does not hold, or else `unnamed`.
 */
export function ruleTitle(
  draft: Drafting["draft"],
  { rule, lng, unnamed }: { readonly rule: string; readonly lng: Language; readonly unnamed: string },
): string {
  const file = Object.keys(draft).find((one) => one.endsWith(`/rules/${rule}.json`));
  const { title, must } = objectOf(file === undefined ? undefined : readFile(draft, file));
  const keys = [title, objectOf(listOf(must)[0]).reason];
  const said = keys.map((key) => (typeof key === "string" ? textOfDraft(draft, lng, key) : null));
  return said.find((text) => text !== null && text !== "") ?? unnamed;
}
