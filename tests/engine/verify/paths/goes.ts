import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { goAlong, type Traveller } from "../../../../engine/verify/paths/index.ts";
import { at, END, effect, form, over, review, WHOLE, YES } from "../../fixtures/parts.ts";
import { compiledOf, type Small } from "../../fixtures/small-flow.ts";

export const NEW: Traveller = { around: { flags: {}, facts: {} }, later: {}, answers: {}, happens: {} };

/** Replays a made-up person in a small flow and returns how far the person comes. */
export function goes(of: Small, traveller: Partial<Traveller>) {
  const { path, why, walk, stops } = goAlong(compiledOf(of), { ...NEW, ...traveller });
  expect(walk.at.step).toBe(path.at(-1));
  return { path: path.join(" "), why, stops };
}

export type Row = readonly [what: string, traveller: Partial<Traveller>, path: string, why?: JsonObject];

/** Tests how far each person comes. By default the person must stop there regularly. */
export const each = (...rows: readonly Row[]) =>
  it.each(rows.map(([what, traveller, path, why = REST]) => [what, traveller, path, why] as const));

export const REST = { kind: "rests" };
export const lost = (step: string) => ({ kind: "lost", step });
export const refused = (step: string, errors: Json) => ({ kind: "refused", step, errors });

export const FORMS: Small = {
  steps: {
    a: form([at("answers.a.b"), "end"], "r"),
    r: review(["answers.a.b"], "end"),
    end: END,
  },
  forms: { a: { b: YES } },
};

export const ACT: Small = {
  steps: {
    a: form("act"),
    act: effect(
      { gone: { to: "out" }, wrong: { reopen: "a" }, busy: { retry: 2, to: "later" } },
      [at("effects.act.good"), "end"],
      "out",
    ),
    end: END,
    out: over("stopped"),
    later: over("provisional"),
  },
  forms: { a: { n: WHOLE } },
  outputs: { "small.act": { "good?": YES } },
};
