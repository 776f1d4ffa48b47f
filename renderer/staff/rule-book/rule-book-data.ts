import type { WholeRule } from "../../kit/api/answers.ts";

/** What a part of a rule's sheet is shown with; `heading`: the level of its title. */
export type PartOfRule = { readonly of: WholeRule; readonly heading: "h2" | "h3" };

/** A sentence that stands alone. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
