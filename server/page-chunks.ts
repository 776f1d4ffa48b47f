import { resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

const ROOT = resolve(import.meta.dirname, "..");

type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

/**
 * The shared files of the page, in the order in which they take modules. Without these groups, the bundler
 * makes a file for each set of screens that share a module, and a screen loads up to 80 files.
 */
const GROUPS = ["site", "shown", "base", "app", "account", "portal", "engine", "flow"] as const;
type Group = (typeof GROUPS)[number];

/**
 * Returns the bundler's groups. Each screen keeps a file of its own and shares these:
 * - `site`, `shown`: style sheets that public pages share with the app and with strategy screens.
 * - `base`: React and texts, which the first file of the app imports.
 * - `app`: frame, router, queries and the parts that most screens use.
 * - `account`: forms of accounts.
 * - `portal`: parts of investors' screens.
 * - `engine`: flow engine, which also staff screens and the studio use.
 * - `flow`: runner, form and all screens that run flows.
 */
export function pageChunks(): { readonly groups: Rolldown.CodeSplittingGroup[] } {
  const known = new Map<string, Group | null>();
  const groupOf = (id: string, info: ModuleInfo): Group | null => {
    if (!known.has(id)) known.set(id, groupOfModule(id, info));
    return known.get(id) ?? null;
  };
  return {
    groups: GROUPS.map((name, at) => ({
      priority: GROUPS.length - at,
      name: (id, chunking) => (groupOf(id, (one) => chunking.getModuleInfo(one)) === name ? name : null),
    })),
  };
}

/** Plugin that gives the script of public pages its own copies of the few modules that it imports. */
export const ownCopiesOfSite: Plugin = {
  name: "saphan:own-copies-of-site",
  enforce: "pre",
  async resolveId(id, importer, options) {
    if (!id.endsWith(".ts") || importer?.endsWith("/portal/site/site-script.ts") !== true) return null;
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found && `${found.id}?site`;
  },
};

/**
 * Plugin that links the style sheet of `site` before the app's own one, which overrides it. The bundler links
 * files without code last.
 */
export const siteStylesFirst: Plugin = {
  name: "saphan:site-styles-first",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html.replace(/(<link rel="stylesheet"[^>]*\/index-[^>]*>)(\s*)(<link[^>]*\/site-[^>]*>)/, "$3$2$1"),
  },
};

function groupOfModule(id: string, info: ModuleInfo): Group | null {
  const module = info(id);
  if (module === null || module.isEntry || id.endsWith("/renderer/main.tsx")) return null;
  if (id.endsWith("/frame/app.tsx")) return "app";
  if (/\/portal\/(flows\/[\w-]+-screen\.tsx|trade\/index\.ts)$/.test(id)) return "flow";
  if (module.dynamicImporters.length > 0) return null;
  const users = usersOf(id, info);
  const has = (area: Area) => users.includes(area);
  if (has("site")) return users.every((area) => area === "site") ? null : has("main") ? "site" : "shown";
  if (/\/renderer\/(staff|studio|dev)\//.test(id)) return null;
  return inEngine(id) ? groupOfFlow(users) : groupOfShared(id, users);
}

/**
 * The engine has barrels. By its imports, nearly every screen uses all of it, although the bundler removes
 * most of these imports.
 */
function inEngine(id: string): boolean {
  return /^\/(engine\/(?!values\/)|schemas\/(?!common\/))/.test(id.slice(ROOT.length));
}

function groupOfShared(id: string, users: readonly Area[]): Group | null {
  const has = (area: Area) => users.includes(area);
  // The first file keeps its style sheets, because they override the ones of `site`.
  if (has("main")) return id.endsWith(".css") ? null : "base";
  if (has("app") || id.includes("/lucide-react/")) return "app";
  const screens = users.filter((area) => area === "portal").length;
  if (screens > 0 && has("flow")) return "app";
  if (screens < 2) return groupOfFlow(users);
  if (id.includes("/renderer/kit/")) return "app";
  return /\/portal\/account\/|\/password[\w-]*\.\w+$/.test(id) ? "account" : "portal";
}

function groupOfFlow(users: readonly Area[]): Group | null {
  if (!users.includes("flow")) return null;
  return users.every((area) => area === "flow") ? "flow" : "engine";
}

/** Part of the page to which a file with an entry belongs. */
type Area = "main" | "site" | "app" | "flow" | "order" | "staff" | "portal";

/** Returns the areas of all entries and screens that import a module, each as often as it has such a file. */
function usersOf(id: string, info: ModuleInfo): readonly Area[] {
  const areas: Area[] = [];
  const seen = new Set<string>();
  const visit = (one: string) => {
    const module = seen.has(one) ? null : info(one);
    seen.add(one);
    if (module === null) return;
    if (module.isEntry || module.dynamicImporters.length > 0) areas.push(areaOf(one));
    for (const importer of module.importers) visit(importer);
  };
  visit(id);
  return areas;
}

function areaOf(entry: string): Area {
  if (/\/renderer\/(main\.tsx|index\.html)/.test(entry)) return "main";
  if (entry.endsWith("/site-script.ts")) return "site";
  if (entry.endsWith("/frame/app.tsx")) return "app";
  // The previews of staff and studio run flows; they load when a user opens them.
  if (/\/portal\/(flows|trade)\/|\/renderer\/flow\/|\/(path|live)-preview\.tsx$/.test(entry)) return "flow";
  if (entry.endsWith("/order-screen.tsx")) return "order";
  return /\/renderer\/(staff|studio|dev)\//.test(entry) ? "staff" : "portal";
}
