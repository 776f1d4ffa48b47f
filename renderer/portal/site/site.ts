import type { Brand } from "../../../domain/brands.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { SiteData } from "./site-data.ts";

/** The context that every public page renders with. */
export type Site = {
  readonly language: Language;
  readonly brand: Brand;
  /** The page's Thai address, without a language prefix, with `?q=` for searches. */
  readonly path: string;
  readonly origin: string;
  /** Whether the site has an English version. */
  readonly manyLanguages: boolean;
  /** Whether the figures and people are demonstration data. */
  readonly demo: boolean;
  /** Which public pages behind feature switches are open. Closed pages are not linked. */
  readonly places: SiteData["places"];
  readonly words: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  /**
   * Returns the address of a site page in the current language. Addresses of the app are returned unchanged.
   */
  readonly to: (path: string) => string;
};
