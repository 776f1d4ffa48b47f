import { withoutTrailing } from "../../engine/values/without-trailing.ts";

/** The addresses of pages, as the page's router has them (a test compares the two). */
export const PAGE_ADDRESSES: readonly string[] = [
  "/",
  "/invest/register",
  "/login",
  "/login/google",
  "/login/apple",
  "/login/outside",
  "/transfer",
  "/wallet",
  "/verify",
  "/confirm-email",
  "/forgot-password",
  "/account-recovery",
  "/reset-password",
  "/kyc",
  "/invest",
  "/pin",
  "/complaint",
  "/contact",
  "/flows/$flow",
  "/legal/$document",
  "/faq",
  "/about",
  "/disclosure",
  "/suspended",
  "/overview",
  "/portfolio",
  "/market",
  "/tools",
  "/strategies",
  "/strategies/compare",
  "/strategies/$code",
  "/transactions",
  "/statements",
  "/notifications",
  "/documents",
  "/performance",
  "/orders/$id",
  "/me",
  "/me/security",
  "/me/profile",
  "/me/sessions",
  "/cases",
  "/cases/reply",
  "/staff",
  "/staff/people",
  "/staff/people/$id",
  "/staff/reviews",
  "/staff/reviews/$id",
  "/staff/bank-changes",
  "/staff/nav",
  "/staff/money",
  "/staff/payouts",
  "/staff/books",
  "/staff/approvals",
  "/staff/calendar",
  "/staff/strategies",
  "/staff/definitions",
  "/staff/definitions/propose",
  "/staff/definitions/$id",
  "/staff/able-to-invest",
  "/staff/legal",
  "/staff/content",
  "/staff/service",
  "/staff/cases",
  "/staff/cases/$id",
  "/staff/roles",
  "/staff/as-of",
  "/staff/audit",
  "/staff/sale-codes",
  "/staff/maintenance",
  "/staff/rules",
  "/staff/rules/print",
  "/staff/rules/$id",
  "/staff/flows/$flow/paths",
  "/studio",
  "/studio/changes",
  "/studio/changes/$id",
  "/studio/flows/$flow",
  "/studio/flows/$flow/texts",
  "/studio/flows/$flow/rules/$rule",
];

/** Those that only development has. */
export const DEVELOPMENT_ADDRESSES: readonly string[] = [
  "/dev/mailbox",
  "/dev/clock",
  "/dev/bank",
  "/dev/console",
];

/** Whether the page's router shows something of its own at an address; where it does not, the answer is a 404. */
export function isPageAddress(path: string, env: "development" | "runtime"): boolean {
  const known = env === "development" ? [...PAGE_ADDRESSES, ...DEVELOPMENT_ADDRESSES] : PAGE_ADDRESSES;
  const parts = partsOf(path);
  return known.some((address) => {
    const wanted = partsOf(address);
    return (
      wanted.length === parts.length && wanted.every((part, at) => part.startsWith("$") || part === parts[at])
    );
  });
}

function partsOf(path: string): readonly string[] {
  return withoutTrailing(path, "/").split("/");
}
