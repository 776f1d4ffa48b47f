import type { App } from "./app.ts";

type KnownPath = { readonly matches: RegExp; readonly methods: Set<string> };

const known = new WeakMap<object, Map<string, KnownPath>>();

/** Notes every route of the API from here on, so that a wrong method can be told from a wrong address. */
export function rememberPaths(app: App): void {
  const paths = new Map<string, KnownPath>();
  known.set(app.server, paths);
  app.addHook("onRoute", ({ url, method }) => {
    if (!url.startsWith("/api/")) return;
    const path = paths.get(url) ?? { matches: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) path.methods.add(one);
    paths.set(url, path);
  });
}

/** The methods that the address behind this path takes; none where there is no such address. */
export function methodsAt(app: App, path: string): readonly string[] {
  const found = [...(known.get(app.server)?.values() ?? [])].filter(({ matches }) => matches.test(path));
  return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
}

function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => {
    if (part.startsWith(":")) return "[^/]+";
    return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("/")}$`);
}
