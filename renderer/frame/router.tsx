import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { checkMaintenance } from "../kit/api/maintenance.ts";
import { checkExpiry } from "../kit/api/session.ts";
import { needTexts, useText } from "../kit/text/i18n.ts";
import { areasOf } from "./areas.ts";
import { Boundary } from "./boundary.tsx";
import { Gate } from "./gate.tsx";
import { useLockWatch } from "./guard.ts";
import { OverPage, routeLoading } from "./over-page.tsx";

type PageModule = { readonly default: React.ComponentType };

// Screens are found by file name, so a new one needs its file and one line in the table below.
const SCREENS = {
  ...import.meta.glob<PageModule>([
    "../portal/**/*-screen.tsx",
    "../staff/**/*-screen.tsx",
    "../studio/**/*-screen.tsx",
  ]),
  // Left out of builds for real users.
  ...(import.meta.env.DEVELOPMENT_SCREENS ? import.meta.glob<PageModule>("../dev/*-screen.tsx") : {}),
};
const notFound = () => import("../portal/still/not-found.tsx");
/** Server-drawn pages: navigation inside the app redirects to them. */
const toSite = () => import("../portal/still/to-site.tsx");

/** The screen of each path, as room and file; each is a chunk of its own. */
const PAGES = pages({
  "/": toSite,
  "/invest/register": () => import("../portal/flows/register.tsx"),
  "/login": () => import("../portal/account/login.tsx"),
  "/login/google": () => import("../portal/account/social-return.tsx"),
  "/login/apple": () => import("../portal/account/social-return.tsx"),
  "/login/outside": () => import("../portal/account/outside.tsx"),
  "/transfer": () => import("../portal/account/transfer.tsx"),
  "/wallet": () => import("../portal/account/wallet.tsx"),
  "/verify": () => import("../portal/account/verify.tsx"),
  "/confirm-email": () => import("../portal/account/confirm-email.tsx"),
  "/forgot-password": () => import("../portal/account/forgot-password.tsx"),
  "/account-recovery": () => import("../portal/account/account-recovery.tsx"),
  "/reset-password": () => import("../portal/account/reset-password.tsx"),
  "/kyc": () => import("../portal/flows/kyc.tsx"),
  "/invest": () => import("../portal/flows/invest.tsx"),
  "/pin": () => import("../portal/flows/pin.tsx"),
  "/complaint": () => import("../portal/flows/complaint.tsx"),
  "/contact": () => import("../portal/flows/contact.tsx"),
  "/flows/$flow": () => import("../portal/flows/any-flow.tsx"),
  "/legal/$document": toSite,
  "/faq": toSite,
  "/about": toSite,
  "/disclosure": toSite,
  "/suspended": () => import("../portal/account/suspended.tsx"),
  "/overview": "portal/overview/overview",
  "/portfolio": "portal/portfolio/portfolio",
  "/market": "portal/market/market",
  "/tools": "portal/tools/tools",
  "/strategies": "portal/strategies/strategies",
  "/strategies/compare": toSite,
  "/strategies/$code": "portal/strategies/strategy",
  "/transactions": "portal/transactions/transactions",
  "/statements": "portal/transactions/statements",
  "/notifications": "portal/notifications/notifications",
  "/documents": "portal/documents/documents",
  "/performance": "portal/documents/performance",
  "/orders/$id": "portal/transactions/order",
  "/me": "portal/me/me",
  "/me/security": "portal/me/security",
  "/me/profile": "portal/me/profile",
  "/me/sessions": "portal/me/sessions",
  "/cases": "portal/cases/cases",
  "/cases/reply": "portal/cases/reply",
  "/staff": "staff/home",
  "/staff/people": "staff/people/people",
  "/staff/people/$id": "staff/people/person",
  "/staff/reviews": "staff/reviews/reviews",
  "/staff/reviews/$id": "staff/reviews/review",
  "/staff/bank-changes": "staff/bank-changes/bank-changes",
  "/staff/nav": "staff/nav",
  "/staff/money": "staff/money/money",
  "/staff/payouts": "staff/payouts/payouts",
  "/staff/books": "staff/books/books",
  "/staff/approvals": "staff/approvals/approvals",
  "/staff/calendar": "staff/calendar/calendar",
  "/staff/strategies": "staff/strategies/strategies",
  "/staff/definitions": "staff/definitions/definitions",
  "/staff/definitions/propose": "staff/definitions/propose-definition",
  "/staff/definitions/$id": "staff/definitions/definition",
  "/staff/able-to-invest": "staff/able-to-invest",
  "/staff/legal": "staff/legal/legal",
  "/staff/content": "staff/content/content",
  "/staff/service": "staff/service/service",
  "/staff/cases": "staff/cases/cases",
  "/staff/cases/$id": "staff/cases/case",
  "/staff/roles": "staff/roles/roles",
  "/staff/as-of": "staff/as-of",
  "/staff/audit": "staff/audit/audit",
  "/staff/sale-codes": "staff/sale-codes/sale-codes",
  "/staff/maintenance": "staff/maintenance",
  "/staff/rules": "staff/rule-book/rule-book",
  "/staff/rules/print": "staff/rule-book/rule-book-print",
  "/staff/rules/$id": "staff/rule-book/rule",
  "/staff/flows/$flow/paths": "staff/paths/paths",
  "/studio": "studio/studio-home",
  "/studio/changes": "studio/changes/changes",
  "/studio/changes/$id": "studio/changes/change",
  "/studio/flows/$flow": "studio/flow",
  "/studio/flows/$flow/texts": "studio/texts",
  "/studio/flows/$flow/rules/$rule": "studio/rules/rule",
});
const DEVELOPMENT = pages({
  "/dev/mailbox": "dev/mailbox",
  "/dev/clock": "dev/clock",
  "/dev/bank": "dev/bank",
  "/dev/console": "dev/console",
});

type Page = string | (() => Promise<PageModule>);

/** Keeps only the paths in the type. */
function pages<Path extends string>(table: Readonly<Record<Path, Page>>): Readonly<Record<Path, Page>> {
  return table;
}

const rootRoute = createRootRoute({
  component: Frame,
  // A path unknown here may be a server-drawn page.
  notFoundComponent: lazyRouteComponent(toSite),
  // All search parameters stay strings: `?step=` and `?token=` are read where they are used.
  validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    ),
});

function routeOf<Path extends string>(path: Path, page: Page) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(
      withTexts(path, typeof page === "string" ? (SCREENS[`../${page}-screen.tsx`] ?? notFound) : page),
    ),
  });
}

/** Loads a page together with its texts. */
function withTexts(path: string, page: () => Promise<PageModule>): () => Promise<PageModule> {
  return async () => {
    const [module] = await Promise.all([page(), needTexts(areasOf(path))]);
    return module;
  };
}

type Paths = keyof typeof PAGES | keyof typeof DEVELOPMENT;
const shown = { ...PAGES, ...(import.meta.env.DEVELOPMENT_SCREENS ? DEVELOPMENT : {}) };
const routes = Object.fromEntries(
  Object.entries(shown).map(([path, page]) => [path, routeOf(path, page)]),
) as unknown as { readonly [Path in Paths]: ReturnType<typeof routeOf<Path>> };

/** The page's router. */
export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: false,
  scrollRestoration: true,
  // Plain `?a=b`, without JSON in addresses.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ).toString();
    return text === "" ? "" : `?${text}`;
  },
});

// Makes a link to an unknown page a compile error.
declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

router.subscribe("onBeforeLoad", ({ toLocation, pathChanged }) => {
  routeLoading.set(true);
  if (!pathChanged) return;
  checkExpiry();
  void checkMaintenance(toLocation.pathname, toLocation.searchStr);
});
router.subscribe("onResolved", ({ pathChanged }) => {
  routeLoading.set(false);
  if (pathChanged) document.getElementById("main")?.focus({ preventScroll: true });
});

function Frame() {
  const words = useText();
  const { history } = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const go = useCallback((href: string) => history.push(href), [history]);
  useLockWatch(path, go);
  useEffect(() => {
    document.documentElement.dataset.path = path;
  }, [path]);
  return (
    <>
      <a className="skip" href="#main">
        {words("common:skip")}
      </a>
      <OverPage />
      <Gate>
        <Boundary at={path}>
          <Outlet />
        </Boundary>
      </Gate>
    </>
  );
}
