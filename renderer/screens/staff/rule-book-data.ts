import type { RulePage } from "../../../engine/verify/words/rule-book.ts";
import type { Sentence } from "../../api/answers.ts";

/** A rule in the list of the rule book. */
export type RuleEntry = {
  readonly id: string;
  readonly kind: RulePage["kind"];
  readonly title: Sentence;
  readonly source: Sentence;
  readonly owner: string;
  readonly from: string;
  readonly uses: readonly { readonly flow: string; readonly title: Sentence }[];
  readonly conditions: number;
  readonly cases: number;
  /** Of what its cases should show, 0 to 1. */
  readonly share: number;
  /** Versions that wait for approval and touch it. */
  readonly waiting: number;
  /** Everything it says, to search in. */
  readonly words: Sentence;
};

/** An answer of a rule before or after a change. */
export type RuleAnswer =
  | { readonly kind: "met" | "notMet" | "none" }
  | { readonly kind: "unknown"; readonly so: "refuse" | "allow" | "ask" }
  | { readonly kind: "value"; readonly value: Sentence };

/** A version of a flow that made, changed or would change a rule. */
export type RuleVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number | null;
  readonly state: "draft" | "proposed" | "approved" | "published" | "refused";
  readonly source: "files" | "development" | "draft" | "proposal";
  readonly current: boolean;
  readonly note: string | null;
  readonly decisionNote: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly publishedAt: string | null;
  readonly change: {
    readonly kind: "first" | "unjudged" | "added" | "removed" | "equal" | "different" | "unknown";
    readonly clauses: readonly {
      readonly kind: "added" | "removed" | "changed";
      readonly reason: Sentence;
      readonly before: Sentence | null;
      readonly after: Sentence | null;
    }[];
    readonly affected: readonly {
      readonly from: RuleAnswer;
      readonly to: RuleAnswer;
      readonly people: readonly Sentence[];
      readonly more: boolean;
      readonly witness: Sentence;
    }[];
  };
};

/** Everything about one rule. */
export type WholeRule = RulePage & { readonly versions: readonly RuleVersion[] };

/** What a part of a rule's sheet is shown with; `heading`: the level of its title. */
export type PartOfRule = { readonly of: WholeRule; readonly heading: "h2" | "h3" };

/** A sentence that stands alone. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
