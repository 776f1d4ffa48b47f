import { type Atlas, atlasOf, type Traveller } from "../../../../engine/verify/paths/index.ts";
import { type Routes, routesOf } from "../../../../engine/verify/paths/routes.ts";
import type { SymbolicWalk } from "../../../../engine/verify/prove/index.ts";
import type { Ordinary } from "../../../../engine/verify/witness/index.ts";
import { END, over } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { walkOf } from "../prove/space.ts";

export const ENDS = { end: END, out: over("stopped") };

/** An ordinary person without any values. */
export const NOBODY: Ordinary = { facts: {}, answers: {}, outputs: {} };

/** Returns the atlas of a small flow, with the given ordinary person. */
export function atlas(of: Small, ordinary: Partial<Ordinary> = {}): Atlas {
  return atlasOf(small(of), { ordinary: { ...NOBODY, ...ordinary } });
}

/** Returns the made-up person of the class of paths with a name. */
export function goer(of: Small, name: string, ordinary: Partial<Ordinary> = {}): Traveller {
  const { classes } = atlas(of, ordinary);
  const found = classes.find((one) => one.name === name);
  if (found === undefined) throw new Error(`only ${classes.map((one) => one.name).join(" ")}`);
  return found.traveller;
}

/** Returns the symbolic traversal of a small flow, and its routes. */
export function walked(of: Small): { readonly walk: SymbolicWalk; readonly routes: Routes } {
  const walk = walkOf(of);
  return { walk, routes: routesOf(walk) };
}
