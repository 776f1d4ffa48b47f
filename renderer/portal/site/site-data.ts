import type { Brand } from "../../../domain/brands.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { StrategyWithHistory } from "../../kit/api/answers.ts";

// The data of public pages, as plain data from the server. The pages load nothing else.

/** Languages of the public site. */
export type SitePicture = {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly srcset: readonly { readonly src: string; readonly width: number }[];
};

/** A block of running text, which the server has validated. */
export type SiteBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: "quote"; readonly text: string; readonly by: string | null }
  | { readonly kind: "image"; readonly picture: SitePicture; readonly caption: string | null }
  | { readonly kind: "link"; readonly text: string; readonly href: string }
  | {
      readonly kind: "table";
      readonly caption: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

type Item = { readonly key: string; readonly language: Language };
export type SiteArticle = Item & {
  readonly title: string;
  readonly lead: string;
  readonly cover: SitePicture | null;
  readonly blocks: readonly SiteBlock[];
  readonly author: string;
  readonly date: string;
  readonly tags: readonly string[];
  readonly related: readonly string[];
};
export type SiteNews = Item & {
  readonly title: string;
  readonly source: string;
  readonly link: string;
  readonly date: string;
};
export type SiteTestimonial = Item & {
  readonly name: string;
  readonly about: string;
  readonly quote: string;
};
export type SiteActivity = Item & {
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly place: string;
  readonly link: string | null;
};
export type SiteCoffee = Item & {
  readonly episode: number;
  readonly title: string;
  readonly lead: string;
  readonly guest: { readonly name: string; readonly about: string };
  readonly date: string;
  readonly link: string;
  readonly blocks: readonly SiteBlock[];
};
export type SiteMember = Item & {
  readonly firstName: string;
  readonly lastName: string;
  readonly position: string;
  readonly subPosition: string;
  readonly experience: readonly string[];
  readonly picture: SitePicture | null;
};
export type SiteQuestion = Item & {
  readonly question: string;
  readonly blocks: readonly SiteBlock[];
  readonly group: string;
  readonly popular: boolean;
};
export type SiteSection = Item & { readonly title: string; readonly blocks: readonly SiteBlock[] };
export type SiteRegulator = Item & {
  readonly provider: string;
  readonly country: string;
  readonly authority: string;
  readonly licences: readonly string[];
  readonly website: string;
};
export type SitePage = Item & {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly {
    readonly key: string;
    readonly title: string;
    readonly blocks: readonly SiteBlock[];
  }[];
};
export type SiteHome = Item & {
  readonly hero: { readonly title: string; readonly lead: string };
  readonly featured: readonly {
    readonly title: string;
    readonly text: string;
    readonly href: string;
    readonly label: string;
  }[];
};

/** A strategy on public pages, with its texts in the page's language. */
export type SiteStrategy = {
  readonly code: string;
  readonly name: string;
  readonly riskLevel: number;
  readonly open: boolean;
  readonly nav: { readonly value: string; readonly date: string } | null;
  readonly year: string | null;
  readonly trend: readonly string[];
  readonly managedBy: string;
  /** Text keys of the strategy's type and policies. */
  readonly typeKey: string;
  readonly currencyPolicyKey: string;
  readonly dividendPolicyKey: string;
  readonly startingNav: string;
  readonly frontEndBps: number;
  readonly reductionProfitBps: number;
  readonly totalCostBps: number;
  readonly minFirst: string;
  readonly minNext: string;
  readonly registeredOn: string;
  readonly netAssets: string | null;
};

/** Rows of the strategy comparison in display order (specification, section 2). */
export const COMPARE_ROWS = [
  "managedBy",
  "type",
  "riskLevel",
  "startingPrice",
  "currencyPolicy",
  "dividendPolicy",
  "entryFee",
  "reductionFee",
  "totalCost",
  "firstMinimum",
  "nextMinimum",
  "registeredOn",
  "netAssets",
] as const;
export type CompareRow = (typeof COMPARE_ROWS)[number];

/** The page that is shown, with its content. */
export type SiteShown =
  | {
      readonly page: "home";
      readonly home: SiteHome;
      readonly strategies: readonly SiteStrategy[];
      readonly team: readonly SiteMember[];
      readonly testimonials: readonly SiteTestimonial[];
      readonly articles: readonly SiteArticle[];
      readonly news: readonly SiteNews[];
      readonly activities: readonly SiteActivity[];
      readonly coffee: readonly SiteCoffee[];
      readonly questions: readonly SiteQuestion[];
    }
  | {
      readonly page: "strategies";
      readonly q: string;
      readonly found: readonly SiteStrategy[];
      readonly total: number;
    }
  | {
      readonly page: "compare";
      readonly chosen: readonly SiteStrategy[];
      readonly all: readonly { readonly code: string; readonly name: string }[];
    }
  | { readonly page: "strategy"; readonly strategy: Omit<StrategyWithHistory, "dealing"> }
  | { readonly page: "articles"; readonly articles: readonly SiteArticle[] }
  | { readonly page: "article"; readonly article: SiteArticle; readonly related: readonly SiteArticle[] }
  | { readonly page: "news"; readonly news: readonly SiteNews[] }
  | { readonly page: "testimonials"; readonly testimonials: readonly SiteTestimonial[] }
  | { readonly page: "coffee"; readonly episodes: readonly SiteCoffee[] }
  | { readonly page: "episode"; readonly episode: SiteCoffee }
  | { readonly page: "activities"; readonly activities: readonly SiteActivity[]; readonly today: string }
  | { readonly page: "team"; readonly team: readonly SiteMember[] }
  | {
      readonly page: "faq";
      readonly q: string;
      readonly found: readonly SiteQuestion[];
      readonly total: number;
    }
  | {
      readonly page: "about" | "learn" | "custody";
      readonly text: SitePage;
      readonly articles: readonly SiteArticle[];
    }
  | {
      readonly page: "disclosure";
      readonly sections: readonly SiteSection[];
      readonly regulators: readonly SiteRegulator[];
    }
  | {
      readonly page: "legal";
      readonly title: string;
      readonly version: string;
      readonly effectiveFrom: string;
      readonly mark: string | null;
      readonly sections: readonly { readonly heading: string; readonly text: string }[];
    };

/** All data of one public page. */
export type SiteData = {
  readonly language: Language;
  readonly brand: Brand;
  readonly origin: string;
  readonly path: string;
  readonly manyLanguages: boolean;
  readonly demo: boolean;
  readonly places: { readonly custody: boolean; readonly invest: boolean };
  /** Texts of the site by namespace, in the page's language. */
  readonly texts: Readonly<Record<string, unknown>>;
  /**
   * Title and description for search engines, if the content sets them. Otherwise the page's own texts are
   * used.
   */
  readonly seo: {
    readonly metaTitle: string;
    readonly metaDescription: string;
    readonly metaImage: SitePicture | null;
    readonly structuredData: { readonly [name: string]: unknown } | null;
    readonly metaSocial: readonly {
      readonly socialNetwork: "Facebook" | "Twitter";
      readonly title: string;
      readonly description: string;
      readonly image: SitePicture | null;
    }[];
  } | null;
  /** Addresses of the built assets, such as script and styles. */
  readonly assets: { readonly script: string; readonly styles: readonly string[] };
  readonly shown: SiteShown;
};
