import { describe, expect, it } from "vitest";
import {
  type Compiled,
  derive,
  type Instance,
  type Receipt,
  type TrailStep,
} from "../../../engine/flow/index.ts";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import type { OnMissing } from "../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/index.ts";
import { sourceOf } from "./fixtures/source-of.ts";

/** Two forms; the first has a field that may be left empty, which a rule needs: as a `when` or as a `check` of the second. */
function flowWith(onMissing: OnMissing, use: "when" | "check", mend = "answers.first.age"): Compiled {
  const second =
    use === "check"
      ? { kind: "form", check: ["adult"], next: [{ to: "yes" }] }
      : { kind: "form", next: [{ when: "adult", to: "yes" }, { to: "no" }] };
  const loaded = load(
    sourceOf({
      flow: {
        id: "ages",
        namespace: "ages",
        subject: "account",
        inFlight: "follow",
        start: "first",
        steps: {
          first: { kind: "form", next: [{ to: "register" }] },
          register: {
            kind: "effect",
            effect: "ages.register",
            input: {},
            errors: {},
            next: [{ to: "second" }],
          },
          second,
          yes: { kind: "end", outcome: "done", reason: "yes" },
          ...(use === "when" ? { no: { kind: "end", outcome: "stopped", reason: "no" } } : {}),
        },
      },
      schemas: {
        first: {
          $id: "ages/first",
          type: "object",
          properties: { age: { type: "integer" }, name: { type: "string" } },
        },
        second: { $id: "ages/second", type: "object", properties: { word: { type: "string" } } },
      },
      rules: {
        adult: {
          onMissing,
          must: [
            {
              id: "age",
              reason: "warning:adult.age",
              mend,
              logic: { ">=": [{ var: "answers.first.age" }, 20] },
            },
          ],
        },
      },
      effects: {
        "ages.register": {
          id: "ages.register",
          mode: "local",
          repeatable: true,
          input: { type: "object", properties: {} },
          output: { type: "object", properties: {} },
          errors: {},
        },
      },
    }),
  );
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error, null, 1));
  return compileInProcess(loaded.value);
}

const registered = (trail: readonly TrailStep[]): Receipt => ({
  kind: "effect",
  seq: 1,
  step: "register",
  at: "2026-03-02T03:00:00.000Z",
  attempt: 1,
  // SHA-256 of {}
  inputHash: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  outcome: { kind: "done", output: {} },
  trail,
});

function at(compiled: Compiled, first: JsonObject, frozen: boolean) {
  const trail = [{ step: "first", to: "register" }];
  const contest: Receipt = {
    kind: "contested",
    seq: 2,
    at: "2026-03-02T03:00:01.000Z",
    step: "first",
    by: "second",
    revision: 0,
    code: "x",
  };
  const instance: Instance = {
    id: "i",
    flow: "ages",
    version: "",
    answers: { first: { value: first, revision: 1 }, second: { value: { word: "x" }, revision: 1 } },
    // A contest that was answered long ago takes the freezing away, and the effect still counts.
    receipts: frozen ? [registered(trail)] : [registered(trail), contest],
  };
  return derive(compiled, instance, {}, {});
}

describe("a rule that does not know", () => {
  it.each([
    ["refuse", "when", { kind: "end", step: "no" }],
    ["allow", "when", { kind: "end", step: "yes" }],
    ["ask", "when", { kind: "form", step: "first" }],
    ["refuse", "check", { kind: "form", step: "second" }],
    ["allow", "check", { kind: "end", step: "yes" }],
    ["ask", "check", { kind: "form", step: "first" }],
  ] as const)("under %s as a %s leads to the right step", (onMissing, use, expected) => {
    expect(at(flowWith(onMissing, use), {}, false).at).toMatchObject(expected);
  });

  it("under ask shows the reason at the field that mends it, and forgets what came after", () => {
    const walk = at(flowWith("ask", "when"), {}, false);
    expect(walk.at).toMatchObject({
      errors: [{ pointer: "/age", code: "adult.age", message: "warning:adult.age" }],
    });
    expect(walk.blocking).toMatchObject([{ id: "age", missing: ["answers.first.age"] }]);
    expect(walk.trail).toEqual([]);
    expect(walk.answers).not.toHaveProperty("second");
    expect(walk.effects).toEqual({});
  });

  it.each([
    ["when", { kind: "end", step: "no" }],
    ["check", { kind: "form", step: "second", errors: [{ pointer: "", code: "adult.age" }] }],
  ] as const)("under ask refuses as a %s where the step that mends it is frozen", (use, expected) => {
    expect(at(flowWith("ask", use), {}, true).at).toMatchObject(expected);
  });

  it("under ask refuses where nothing on the way mends it", () => {
    expect(at(flowWith("ask", "when", "flow:kyc"), {}, false).at).toMatchObject({ kind: "end", step: "no" });
  });

  it.each([
    [19, { kind: "end", step: "no" }],
    [20, { kind: "end", step: "yes" }],
  ])("with %i it does know", (age, expected) => {
    expect(at(flowWith("ask", "when"), { age }, false).at).toMatchObject(expected);
  });
});
