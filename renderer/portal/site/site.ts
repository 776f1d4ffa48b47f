import type { Brand } from "../../../domain/brands.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { SiteData } from "./site-data.ts";

/** The context of every public page. */
export type Site = {
  readonly language: Language;
  readonly brand: Brand;
  /** The page's Thai address, without language prefix, with `?q=` for searches. */
  readonly path: string;
  readonly origin: string;
  /** Whether there is an English version. */
  readonly manyLanguages: boolean;
  /** Whether figures and people are demonstration data. */
  readonly demo: boolean;
  /** Public addresses behind a switch; others are not linked. */
  readonly places: SiteData["places"];
  readonly words: (key: string, params?: Readonly<Record<string, unknown>>) => string;
  /** The address of a site page in the current language; app addresses stay as they are. */
  readonly to: (path: string) => string;
};
