import { expect, it } from "vitest";
import type { WalkOptions } from "../../../../engine/verify/prove/symbolic-walk.ts";
import { at, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { arrivalsOf, edgesOf, walking } from "./walk.ts";

export const MAYBE = { "b?": YES };
export const B = at("answers.ask.b");

export type Case = readonly [
  what: string,
  of: Small,
  edges: { readonly [edge: string]: string },
  arrivals?: { readonly [step: string]: string },
  how?: WalkOptions,
];

/** Tests which users leave each step in which way, and which users arrive at some steps. */
export function led(cases: readonly Case[]): void {
  it.each(cases.map(([what, ...rest]) => ({ what, rest })))(
    "$what",
    ({ rest: [of, edges, arrivals = {}, how] }) => {
      const walk = walking(of, how);
      expect(edgesOf(walk)).toEqual(edges);
      expect(arrivalsOf(walk, ...Object.keys(arrivals))).toEqual(arrivals);
    },
  );
}
