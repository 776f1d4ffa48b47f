import { type PageTexts, pageAt } from "../../domain/pages.ts";
import type { TextArea } from "../kit/text/i18n.ts";

const ALL = ["public", "entry", "investor", "money", "forms", "warnings"] as const;

/**
 * The text areas that each group of pages needs. Visitors do not load texts of staff pages.
 * - `entry`: log-in and devices.
 * - `investor`: holdings and strategies.
 * - `money`: orders and documents.
 */
const AREAS: { readonly [texts in PageTexts]: readonly TextArea[] } = {
  public: ["public"],
  overview: ["public", "entry", "investor", "money", "flows"],
  security: ["public", "entry", "investor"],
  profile: ["public", "investor", "forms"],
  money: ["public", "investor", "money"],
  investor: ["public", "investor"],
  staff: [...ALL, "staff"],
  proof: [...ALL, "flows", "staff", "proof"],
  studio: [...ALL, "flows", "staff", "proof", "studio"],
  development: [...ALL, "development"],
};

/** Returns the text areas that the page at a path needs. */
export function areasOf(path: string): readonly TextArea[] {
  // Builds for real users do not contain the development pages.
  const texts = path.startsWith("/dev/") ? "development" : pageAt(path)?.texts;
  return texts === undefined ? ALL : AREAS[texts];
}
