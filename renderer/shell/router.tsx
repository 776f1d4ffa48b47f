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
import { checkMaintenance } from "../api/maintenance.ts";
import { checkExpiry } from "../api/session.ts";
import { useText } from "../text/i18n.ts";
import { Boundary } from "./boundary.tsx";
import { Gate } from "./gate.tsx";
import { useLockWatch } from "./guard.ts";
import { OverPage, routeLoading } from "./over-page.tsx";

type PageModule = { readonly default: React.ComponentType };

// Screens are found by their file name, so that a new one needs its file and its line in the table below.
const SCREENS = {
  ...import.meta.glob<PageModule>(["../screens/**/*-screen.tsx", "!../screens/dev/**"]),
  // Left out of the page where real people are.
  ...(import.meta.env.DEVELOPMENT_SCREENS ? import.meta.glob<PageModule>("../screens/dev/*-screen.tsx") : {}),
};
const notFound = () => import("../pages/not-found.tsx");

/** Path to what is shown there. `screen:` names a file of `renderer/screens`; each is a chunk of its own. */
const PAGES: Readonly<Record<string, string | (() => Promise<PageModule>)>> = {
  "/": () => import("../pages/home.tsx"),
  "/invest/register": () => import("../pages/register.tsx"),
  "/login": () => import("../pages/login.tsx"),
  "/verify": () => import("../pages/verify.tsx"),
  "/confirm-email": () => import("../pages/confirm-email.tsx"),
  "/forgot-password": () => import("../pages/forgot-password.tsx"),
  "/reset-password": () => import("../pages/reset-password.tsx"),
  "/kyc": () => import("../pages/kyc.tsx"),
  "/invest": () => import("../pages/invest.tsx"),
  "/pin": () => import("../pages/pin.tsx"),
  "/complaint": () => import("../pages/complaint.tsx"),
  "/contact": () => import("../pages/contact.tsx"),
  "/flows/$flow": () => import("../pages/any-flow.tsx"),
  "/legal/$document": () => import("../pages/legal.tsx"),
  "/faq": () => import("../pages/faq.tsx"),
  "/about": () => import("../pages/about.tsx"),
  "/disclosure": () => import("../pages/disclosure.tsx"),
  "/suspended": () => import("../pages/suspended.tsx"),
  "/overview": "overview/overview",
  "/strategies": "strategies/strategies",
  "/strategies/$code": "strategies/strategy",
  "/transactions": "transactions/transactions",
  "/orders/$id": "transactions/order",
  "/me": "me/me",
  "/staff": "staff/home",
  "/staff/reviews": "staff/reviews",
  "/staff/reviews/$id": "staff/review",
  "/staff/nav": "staff/nav",
  "/staff/definitions": "staff/definitions",
  "/staff/definitions/propose": "staff/propose-definition",
  "/staff/definitions/$id": "staff/definition",
  "/staff/able-to-invest": "staff/able-to-invest",
  "/staff/legal": "staff/legal",
  "/staff/rules": "staff/rule-book",
  "/staff/rules/print": "staff/rule-book-print",
  "/staff/rules/$id": "staff/rule",
  "/staff/flows/$flow/paths": "staff/paths",
  ...(import.meta.env.DEVELOPMENT_SCREENS
    ? { "/dev/mailbox": "dev/mailbox", "/dev/clock": "dev/clock", "/dev/console": "dev/console" }
    : {}),
};

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: lazyRouteComponent(notFound),
  // Any search parameters are kept as text: `?step=` and `?token=` are read where they belong.
  validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    ),
});

const routes = Object.entries(PAGES).map(([path, page]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(
      typeof page === "string" ? (SCREENS[`../screens/${page}-screen.tsx`] ?? notFound) : page,
    ),
  }),
);

/** The page's router. */
export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: false,
  scrollRestoration: true,
  // Plain `?a=b`: no JSON in our addresses.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ).toString();
    return text === "" ? "" : `?${text}`;
  },
});

router.subscribe("onBeforeLoad", ({ toLocation, pathChanged }) => {
  routeLoading.set(true);
  if (!pathChanged) return;
  checkExpiry();
  void checkMaintenance(toLocation.pathname);
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
