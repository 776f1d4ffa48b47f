import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { END, form, is, next, review, TEXT } from "../../fixtures/parts.ts";
import { type Around, ask, loose } from "./around.ts";

describe("the check that a shown value exists for all users", () => {
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
    ["accepts an answer that all users gave", shown("review", "answers.ask.x"), []],
    ["accepts a whole answer", shown("review", "answers.ask"), []],
    [
      "reports an optional answer",
      shown("review", "answers.ask.y"),
      [missing("/steps/review/shows/0", "answers.ask.y", "review")],
    ],
    ["accepts an optional answer shown if present", shown("review", "answers.ask.y?"), []],
    [
      "reports an answer of a step that some users skip",
      shown("review", "answers.side.z"),
      [missing("/steps/review/shows/0", "answers.side.z", "review")],
    ],
    [
      "accepts an answer of a step that some users skip, shown if present",
      shown("review", "answers.side.z?"),
      [],
    ],
    ["accepts a field of the same form", shown("ask", "answers.ask.y"), []],
    [
      "reports an output before the effect",
      shown("review", "effects.act.got"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    [
      "reports an output before the effect, even if the screen shows it only if present",
      shown("review", "effects.act.got?"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    ["accepts an output after the effect", shown("late", "effects.act.got"), []],
    [
      "reports an optional output of the effect",
      shown("late", "effects.act.by"),
      [missing("/steps/late/shows/0", "effects.act.by", "late")],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(loose(ways(small))).toEqual(findings));

  it("reports an effect's own output if the form of the effect shows it", () => {
    const small: Around = {
      act: { form: true, shows: ["effects.act.got?"] },
      forms: { act: { z: TEXT } },
    };
    expect(loose(small)).toEqual([never("/steps/act/shows/0", "effects.act.got", "act", "act")]);
  });

  it("accepts a derived value, a fact or a switch, because these come from no step", () => {
    const small: Around = {
      facts: { ask: { "v?": TEXT } },
      flow: { derived: { act: { fn: "sum", args: [] } }, flags: ["act"] },
      steps: ask({ shows: ["facts.ask.v", "derived.act", "flags.act"] }),
    };
    expect(loose(small)).toEqual([]);
  });
});
