import type { Mutant, Site } from "./mutants.ts";

type Numbered = { readonly number: number; readonly mutant: Mutant };
type Place = { readonly site: Site; readonly mutants: readonly Numbered[] };

/**
 * Returns the code with all of its mutants, each selected by its number. `$mutant(7)` is true if the seventh
 * mutant is active. Without an active mutant the code behaves as before.
 */
export function withMutants(code: string, numbered: readonly Numbered[]): string {
  const bySite = Map.groupBy(numbered, ({ mutant: { site } }) => `${site.start}-${site.end}-${site.kind}`);
  const places = [...bySite.values()]
    .map((mutants) => ({ site: (mutants[0] as Numbered).mutant.site, mutants }))
    // The outer change comes first. A statement comes before the expression of which it consists.
    .sort((one, other) => one.site.start - other.site.start || other.site.end - one.site.end);
  return written({ code, start: 0, end: code.length, places });
}

/**
 * Writes a part of the code with its sites. Only the unchanged text contains inner sites, because only one
 * mutant is active at a time.
 */
function written(of: {
  readonly code: string;
  readonly start: number;
  readonly end: number;
  readonly places: readonly Place[];
}): string {
  const parts: string[] = [];
  let [at, next] = [of.start, 0];
  while (next < of.places.length) {
    const { site, mutants } = of.places[next] as Place;
    const after = of.places.findIndex((place, index) => index > next && place.site.start >= site.end);
    const behind = after === -1 ? of.places.length : after;
    const unchanged = written({ ...of, ...site, places: of.places.slice(next + 1, behind) });
    parts.push(of.code.slice(at, site.start), choice({ site, mutants }, unchanged));
    [at, next] = [site.end, behind];
  }
  parts.push(of.code.slice(at, of.end));
  return parts.join("");
}

function choice({ site, mutants }: Place, unchanged: string): string {
  if (site.kind === "statement") {
    const none = mutants.map(({ number }) => `!$mutant(${number})`).join(" && ");
    return `{ if (${none}) { ${unchanged} } }`;
  }
  const changed = mutants.map(({ number, mutant }) => `$mutant(${number}) ? (${mutant.mutated}) : `);
  return `(${changed.join("")}(${unchanged}))`;
}
