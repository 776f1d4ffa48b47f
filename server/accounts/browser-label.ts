const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ["line", /\bLine\//],
  ["facebook", /FBAN|FBAV/],
  ["edge", /\bEdgA?\/|EdgiOS/],
  ["samsung", /SamsungBrowser/],
  ["firefox", /Firefox\/|FxiOS/],
  ["chrome", /Chrome\/|CriOS/],
  ["safari", /Safari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ["android", /Android/],
  ["ios", /iPhone|iPad|iPod/],
  ["windows", /Windows/],
  ["macos", /Macintosh/],
  ["linux", /Linux|CrOS/],
];

/**
 * Returns a label such as `chrome/android` for the browser that sent this `User-Agent` header; `other/other`
 * if unknown.
 */
export function browserLabel(agent: string | undefined): string {
  const named = (of: readonly (readonly [string, RegExp])[]) =>
    of.find(([, sign]) => sign.test(agent ?? ""))?.[0] ?? "other";
  return `${named(BROWSERS)}/${named(SYSTEMS)}`;
}

/** Splits a browser label into browser and system, for use in letters. A missing part becomes `other`. */
export function browserNames(label: string | null | undefined): {
  readonly browser: string;
  readonly system: string;
} {
  const [browser = "other", system = "other"] = (label ?? "other/other").split("/");
  return { browser, system };
}

/**
 * Returns an IP address without its last part. The shortened address still shows whether a request came from
 * abroad.
 */
export function shownNetwork(address: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1];
  if (four !== undefined) return `${four}.x`;
  return `${address.split(":").slice(0, 3).join(":")}:…`;
}
