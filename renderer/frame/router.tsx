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
import { type AppAddress, DEVELOPMENT_PAGES, PAGES, type PageEntry } from "../../domain/pages.ts";
import { checkMaintenance } from "../kit/api/maintenance.ts";
import { get, queryClient } from "../kit/api/query.ts";
import { checkExpiry } from "../kit/api/session.ts";
import { needTexts, useText } from "../kit/text/i18n.ts";
import { areasOf } from "./areas.ts";
import { Boundary } from "./boundary.tsx";
import { Gate } from "./gate.tsx";
import { useLockWatch } from "./guard.ts";
import { OverPage, routeLoading } from "./over-page.tsx";

type PageModule = { readonly default: React.ComponentType };

// Screens, found by the file names in the register of pages. Each screen is a separate chunk.
const SCREENS = {
  ...import.meta.glob<PageModule>([
    "../portal/**/*-screen.tsx",
    "../staff/**/*-screen.tsx",
    "../studio/**/*-screen.tsx",
  ]),
  // The development screens; production builds do not contain them.
  ...(import.meta.env.DEVELOPMENT_SCREENS ? import.meta.glob<PageModule>("../dev/*-screen.tsx") : {}),
};
const notFound = () => import("../portal/still/not-found.tsx");

const rootRoute = createRootRoute({
  component: Frame,
  // An address that the router does not know may be a public page. This component loads such a page from the
  // server.
  notFoundComponent: lazyRouteComponent(screenOf("portal/still/to-site")),
  // All search parameters stay strings. `?step=` and `?token=` are parsed by the code that uses them.
  validateSearch: (search: Record<string, unknown>): Record<string, string | undefined> =>
    Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    ),
});

function routeOf<Path extends string>(path: Path, screen: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(loadPage(path, screenOf(screen))),
  });
}

function screenOf(screen: string): () => Promise<PageModule> {
  return SCREENS[`../${screen}-screen.tsx`] ?? notFound;
}

/**
 * Queries whose answers decide the layout of a page, by address. Each is loaded together with the page's
 * code, so that nothing moves after the page appears.
 */
const FIRST_ANSWERS: { readonly [address: string]: ReturnType<typeof get<"/auth/social">> } = {
  "/login": get("/auth/social"),
  "/invest/register": get("/auth/social"),
};

/**
 * Loads a page together with its texts and first answers. If a first answer cannot be loaded, the page itself
 * loads that answer again.
 */
function loadPage(path: string, page: () => Promise<PageModule>): () => Promise<PageModule> {
  const first = FIRST_ANSWERS[path];
  return async () => {
    const [module] = await Promise.all([
      page(),
      needTexts(areasOf(path)),
      first && queryClient.prefetchQuery(first),
    ]);
    return module;
  };
}

const shown: { readonly [address: string]: PageEntry } = {
  ...PAGES,
  ...(import.meta.env.DEVELOPMENT_SCREENS ? DEVELOPMENT_PAGES : {}),
};
const routes = Object.fromEntries(
  Object.entries(shown).flatMap(([path, { screen }]) =>
    screen === undefined ? [] : [[path, routeOf(path, screen)]],
  ),
) as unknown as { readonly [Path in AppAddress]: ReturnType<typeof routeOf<Path>> };

/** The router of all pages. */
export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  defaultPreload: false,
  scrollRestoration: true,
  // Reads search parameters as plain `?a=b`, without JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(
      Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ).toString();
    return text === "" ? "" : `?${text}`;
  },
});

// This declaration makes a link to an unknown page a compile error.
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
