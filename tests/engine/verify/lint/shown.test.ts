import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { END, form, is, next, review, TEXT } from "../../fixtures/parts.ts";
import { type Around, ask, loose } from "./around.ts";

describe("a shown value was given before", () => {
  const shown = (step: string, ...places: readonly string[]): Around => ({
    steps: {
      ask: { kind: "form", next: next("side", "review"), ...(step === "ask" ? { shows: places } : {}) },
      ...{ side: form("review") },
      review: review(step === "review" ? places : ["answers.ask.x"], "act"),
      late: { ...END, shows: step === "late" ? places : [] },
    },
    forms: { side: { z: TEXT } },
    act: { next: next("late") },
  });
  const ways = (small: Around): Around => ({
    ...small,
    steps: {
      ...small.steps,
      ask: {
        ...(small.steps?.ask as JsonObject),
        next: next([is("answers.ask.x", "a"), "side"], "review"),
      },
    },
  });
  const missing = (pointer: string, path: string, step: string) => [
    pointer,
    { key: "shown-may-be-missing", params: { path, step } },
  ];
  const never = (pointer: string, path: string, step: string, from: string) => [
    pointer,
    { key: "shown-never", params: { path, step, from } },
  ];

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["an answer that everyone gave", shown("review", "answers.ask.x"), []],
    ["the whole answer", shown("review", "answers.ask"), []],
    [
      "an optional answer",
      shown("review", "answers.ask.y"),
      [missing("/steps/review/shows/0", "answers.ask.y", "review")],
    ],
    ["an optional answer, if present", shown("review", "answers.ask.y?"), []],
    [
      "an answer of a step that some people skip",
      shown("review", "answers.side.z"),
      [missing("/steps/review/shows/0", "answers.side.z", "review")],
    ],
    ["an answer of a step that some people skip, if present", shown("review", "answers.side.z?"), []],
    ["a field of the same form", shown("ask", "answers.ask.y"), []],
    [
      "an output before the effect",
      shown("review", "effects.act.got"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    [
      "an output before the effect, if present",
      shown("review", "effects.act.got?"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    ["an output after the effect", shown("late", "effects.act.got"), []],
    [
      "an optional output of the effect",
      shown("late", "effects.act.by"),
      [missing("/steps/late/shows/0", "effects.act.by", "late")],
    ],
  ])("%s", (_, small, findings) => expect(loose(ways(small))).toEqual(findings));

  it("an effect's own output cannot be shown beside its form", () => {
    const small: Around = {
      act: { form: true, shows: ["effects.act.got?"] },
      forms: { act: { z: TEXT } },
    };
    expect(loose(small)).toEqual([never("/steps/act/shows/0", "effects.act.got", "act", "act")]);
  });

  it("a derived value, a fact and a switch do not come from a step", () => {
    const small: Around = {
      facts: { ask: { "v?": TEXT } },
      flow: { derived: { act: { fn: "sum", args: [] } }, flags: ["act"] },
      steps: ask({ shows: ["facts.ask.v", "derived.act", "flags.act"] }),
    };
    expect(loose(small)).toEqual([]);
  });
});
