import type { App } from "./app.ts";

type KnownPath = { readonly matches: RegExp; readonly methods: Set<string> };

const known = new WeakMap<object, Map<string, KnownPath>>();

/**
 * Records every API route that is registered after this call, so that a wrong method can be distinguished
 * from a wrong address.
 */
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

/** Returns the methods that an address accepts; empty if the address does not exist. */
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
