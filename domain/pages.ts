import { withoutTrailing } from "../engine/values/without-trailing.ts";

/** One page of the portal. */
export type PageEntry = {
  /**
   * File of the page's screen below `renderer`, without `-screen.tsx`. If omitted, only the server renders
   * the page.
   */
  readonly screen?: string;
  /**
   * Whether the server renders the page for everyone, in each language. The app may show its own screen at
   * the same address.
   */
  readonly site?: true;
  /** Whether flows may link to the page. */
  readonly linked?: true;
  /**
   * Group of texts that the page loads (`renderer/frame/areas.ts`). If omitted, the page loads the texts of
   * investors' pages and forms.
   */
  readonly texts?: PageTexts;
};

/** Names of the groups of texts. Each group is named for the pages that load it. */
export type PageTexts =
  | "public"
  | "overview"
  | "security"
  | "profile"
  | "money"
  | "investor"
  | "staff"
  | "proof"
  | "studio"
  | "development";

/** Screen that leaves the app and opens the page that the server renders. */
const TO_SITE = "portal/still/to-site";

/**
 * The register of pages, by address. `$` marks a parameter. An address with a fixed part is listed before one
 * with a parameter that could match the same part. The recipe is “A screen” in `docs/recipes.md`.
 */
export const PAGES = {
  "/": { screen: TO_SITE, site: true, linked: true, texts: "public" },
  "/invest/register": { screen: "portal/flows/register", linked: true },
  "/login": { screen: "portal/account/login", linked: true },
  "/login/google": { screen: "portal/account/social-return" },
  "/login/apple": { screen: "portal/account/social-return" },
  "/login/outside": { screen: "portal/account/outside" },
  "/transfer": { screen: "portal/account/transfer" },
  "/wallet": { screen: "portal/account/wallet", linked: true },
  "/verify": { screen: "portal/account/verify" },
  "/confirm-email": { screen: "portal/account/confirm-email", linked: true },
  "/forgot-password": { screen: "portal/account/forgot-password", linked: true },
  "/account-recovery": { screen: "portal/account/account-recovery" },
  "/reset-password": { screen: "portal/account/reset-password" },
  "/undo-phone": { screen: "portal/account/undo-phone" },
  "/kyc": { screen: "portal/flows/kyc", linked: true },
  "/invest": { screen: "portal/flows/invest", linked: true },
  "/pin": { screen: "portal/flows/pin", linked: true },
  "/complaint": { screen: "portal/flows/complaint", linked: true },
  "/contact": { screen: "portal/flows/contact", linked: true },
  "/flows/$flow": { screen: "portal/flows/any-flow", linked: true },
  "/legal/$document": { screen: TO_SITE, site: true, linked: true, texts: "public" },
  "/faq": { screen: TO_SITE, site: true, linked: true, texts: "public" },
  "/about": { screen: TO_SITE, site: true, linked: true, texts: "public" },
  "/disclosure": { screen: TO_SITE, site: true, linked: true, texts: "public" },
  "/suspended": { screen: "portal/account/suspended", texts: "public" },
  "/overview": { screen: "portal/overview/overview", linked: true, texts: "overview" },
  "/portfolio": { screen: "portal/portfolio/portfolio", texts: "investor" },
  "/market": { screen: "portal/market/market", texts: "investor" },
  "/tools": { screen: "portal/tools/tools", texts: "investor" },
  "/strategies": { screen: "portal/strategies/strategies", site: true, linked: true, texts: "investor" },
  "/strategies/compare": { screen: TO_SITE, site: true, texts: "investor" },
  "/strategies/$code": { screen: "portal/strategies/strategy", site: true, linked: true, texts: "investor" },
  "/transactions": { screen: "portal/transactions/transactions", linked: true, texts: "money" },
  "/statements": { screen: "portal/transactions/statements", texts: "money" },
  "/notifications": { screen: "portal/notifications/notifications", texts: "investor" },
  "/documents": { screen: "portal/documents/documents", linked: true, texts: "money" },
  "/performance": { screen: "portal/documents/performance", texts: "money" },
  "/orders/$id": { screen: "portal/transactions/order", linked: true },
  "/me": { screen: "portal/me/me", linked: true, texts: "overview" },
  "/me/security": { screen: "portal/me/security", linked: true, texts: "security" },
  "/me/profile": { screen: "portal/me/profile", linked: true, texts: "profile" },
  "/me/sessions": { screen: "portal/me/sessions", texts: "security" },
  "/cases": { screen: "portal/cases/cases", linked: true },
  "/cases/reply": { screen: "portal/cases/reply" },
  "/staff": { screen: "staff/home", texts: "staff" },
  "/staff/people": { screen: "staff/people/people", texts: "staff" },
  "/staff/people/$id": { screen: "staff/people/person", texts: "staff" },
  "/staff/reviews": { screen: "staff/reviews/reviews", texts: "staff" },
  "/staff/reviews/$id": { screen: "staff/reviews/review", texts: "staff" },
  "/staff/bank-changes": { screen: "staff/bank-changes/bank-changes", texts: "staff" },
  "/staff/nav": { screen: "staff/nav", texts: "staff" },
  "/staff/money": { screen: "staff/money/money", texts: "staff" },
  "/staff/payouts": { screen: "staff/payouts/payouts", texts: "staff" },
  "/staff/books": { screen: "staff/books/books", texts: "staff" },
  "/staff/approvals": { screen: "staff/approvals/approvals", texts: "staff" },
  "/staff/calendar": { screen: "staff/calendar/calendar", texts: "staff" },
  "/staff/strategies": { screen: "staff/strategies/strategies", texts: "staff" },
  "/staff/definitions": { screen: "staff/definitions/definitions", texts: "proof" },
  "/staff/definitions/propose": { screen: "staff/definitions/propose-definition", texts: "proof" },
  "/staff/definitions/$id": { screen: "staff/definitions/definition", texts: "proof" },
  "/staff/able-to-invest": { screen: "staff/able-to-invest", texts: "staff" },
  "/staff/legal": { screen: "staff/legal/legal", texts: "staff" },
  "/staff/content": { screen: "staff/content/content", texts: "staff" },
  "/staff/cases": { screen: "staff/cases/cases", texts: "staff" },
  "/staff/cases/$id": { screen: "staff/cases/case", texts: "staff" },
  "/staff/roles": { screen: "staff/roles/roles", texts: "staff" },
  "/staff/as-of": { screen: "staff/as-of", texts: "staff" },
  "/staff/audit": { screen: "staff/audit/audit", texts: "staff" },
  "/staff/sale-codes": { screen: "staff/sale-codes/sale-codes", texts: "staff" },
  "/staff/maintenance": { screen: "staff/maintenance", texts: "staff" },
  "/staff/rules": { screen: "staff/rule-book/rule-book", texts: "proof" },
  "/staff/rules/print": { screen: "staff/rule-book/rule-book-print", texts: "proof" },
  "/staff/rules/$id": { screen: "staff/rule-book/rule", texts: "proof" },
  "/staff/flows/$flow/paths": { screen: "staff/paths/paths", texts: "proof" },
  "/studio": { screen: "studio/studio-home", texts: "studio" },
  "/studio/changes": { screen: "studio/changes/changes", texts: "studio" },
  "/studio/changes/$id": { screen: "studio/changes/change", texts: "studio" },
  "/studio/switches": { screen: "studio/switches/switches", texts: "studio" },
  "/studio/where": { screen: "studio/where/where", texts: "studio" },
  "/studio/flows/$flow": { screen: "studio/flow", texts: "studio" },
  "/studio/flows/$flow/texts": { screen: "studio/texts", texts: "studio" },
  "/studio/flows/$flow/rules/$rule": { screen: "studio/rules/rule", texts: "studio" },
  // Pages that only the server renders.
  "/articles": { site: true },
  "/articles/$uid": { site: true },
  "/news": { site: true },
  "/testimonials": { site: true },
  "/coffee": { site: true },
  "/coffee/$key": { site: true },
  "/activities": { site: true },
  "/team": { site: true },
  "/learn": { site: true },
  "/custody": { site: true },
} as const satisfies { readonly [address: string]: PageEntry };

/** Pages that exist only in development. */
export const DEVELOPMENT_PAGES = {
  "/dev/mailbox": { screen: "dev/mailbox", texts: "development" },
  "/dev/clock": { screen: "dev/clock", texts: "development" },
  "/dev/bank": { screen: "dev/bank", texts: "development" },
  "/dev/console": { screen: "dev/console", texts: "development" },
} as const satisfies { readonly [address: string]: PageEntry };

/** Addresses of pages that the app itself shows. */
export type AppAddress = AddressWith<typeof PAGES, "screen"> | keyof typeof DEVELOPMENT_PAGES;
/** Addresses of pages that the server renders. */
export type SiteAddress = AddressWith<typeof PAGES, "site">;

type AddressWith<Table, Part extends string> = {
  [address in keyof Table]: Part extends keyof Table[address] ? address : never;
}[keyof Table];

/** Pages that the server renders, by their address in the default language. */
export const SITE_ADDRESSES = addressesWith("site") as readonly SiteAddress[];

/** Returns the addresses of the pages for which `part` is set. */
export function addressesWith(
  part: "screen" | "site" | "linked",
  table: { readonly [address: string]: PageEntry } = PAGES,
): readonly string[] {
  return Object.entries(table).flatMap(([address, page]) => (page[part] === undefined ? [] : [address]));
}

/** Returns the page that the app shows at a path, or `null` if the app shows no page there. */
export function pageAt(
  path: string,
  table: { readonly [address: string]: PageEntry } = PAGES,
): PageEntry | null {
  const parts = partsOf(path);
  const found = Object.entries(table).find(([address, { screen }]) => {
    const wanted = partsOf(address);
    return (
      screen !== undefined &&
      wanted.length === parts.length &&
      wanted.every((part, at) => part.startsWith("$") || part === parts[at])
    );
  });
  return found?.[1] ?? null;
}

function partsOf(path: string): readonly string[] {
  return withoutTrailing(path, "/").split("/");
}
