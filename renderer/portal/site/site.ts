import type { Brand } from "../../kit/brand/brand.ts";
import type { SiteData, SiteLanguage } from "./site-data.ts";

/** What every public page is drawn with. */
export type Site = {
  readonly language: SiteLanguage;
  readonly brand: Brand;
  /** The address of the page in Thai: without a language, with `?q=` where something is searched. */
  readonly path: string;
  readonly origin: string;
  /** Whether there is an English page beside it. */
  readonly manyLanguages: boolean;
  /** Whether figures and people here are demonstration data. */
  readonly demo: boolean;
  /** Public addresses that a switch opens: what is not there is not linked. */
  readonly places: SiteData["places"];
  readonly words: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  /** A page of this site in the language shown; an address of the app as it is. */
  readonly to: (path: string) => string;
};

/** The address of a page of this site in a language: Thai stands at the root, English under `/en`. */
export function addressIn(language: SiteLanguage, path: string): string {
  if (language === "th") return path;
  return path === "/" ? "/en" : `/en${path}`;
}
