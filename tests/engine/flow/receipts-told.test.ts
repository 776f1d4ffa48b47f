import { describe, expect, it } from "vitest";
import {
  type Compiled,
  contestOf,
  derive,
  effectInput,
  inputHash,
  receiptTrail,
  routeOf,
  secretsOf,
  submit,
} from "../../../engine/flow/index.ts";
import { historyOf, lastReceipt } from "../../../engine/flow/receipts.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { act, decide, END, form, must, next, review, YES } from "../fixtures/parts.ts";
import { walkable } from "../fixtures/small-flow.ts";
import { pinSet } from "./fixtures/pin-set.ts";
import { someone } from "./fixtures/someone.ts";

type Receipts = NonNullable<Parameters<typeof someone>[1]>;
type Trail = readonly { readonly step: string; readonly to: string }[];

const n = { n: { type: "integer" } };
const OUTPUT = { type: "object", properties: { n: { type: "integer" } } };
const INPUT = { type: "object", properties: { n: { type: "integer" } } };

const effectOf = (to: string, rest: JsonObject = {}): JsonObject => ({ ...act(to), ...rest });
const did = (
  step: string,
  trail: Trail,
  output: JsonObject = {},
  input: JsonObject = {},
): Receipts[number] => ({
  kind: "effect",
  step,
  attempt: 1,
  inputHash: inputHash(input),
  outcome: { kind: "done", output },
  trail,
});
const failed = (step: string, code: string, input: JsonObject = {}, field?: string): Receipts[number] => ({
  kind: "effect",
  step,
  attempt: 1,
  inputHash: inputHash(input),
  outcome: field === undefined ? { kind: "failed", code } : { kind: "failed", code, field },
  trail: [],
});
const at = (
  flow: Compiled,
  answers: Parameters<typeof someone>[0] = {},
  receipts: Receipts = [],
  facts = {},
) => derive(flow, someone(answers, receipts), facts, {});

describe("an instance of a flow that has reached an end", () => {
  const flow = walkable({
    steps: {
      gate: decide("first"),
      first: {
        kind: "form",
        check: ["small"],
        next: [{ when: { ">": [{ var: "facts.here.n" }, 5] }, to: "high" }, { to: "low" }],
      },
      high: { ...END, reason: "high", explains: "low" },
      low: { kind: "end", outcome: "stopped", reason: "low" },
    },
    forms: { first: n },
    facts: { here: { "n?": { type: "integer" } } },
    absent: ["here"],
    rules: {
      low: must({ "<": [{ var: "facts.here.n" }, 3] }),
      small: must({ "<": [{ var: "answers.first.n" }, 9] }),
    },
  });
  const ended = (step: string): Receipts[number] => ({ kind: "end", step, outcome: "done", reason: step });
  const answers = { first: { n: 1 } };

  it("an ended instance stays at its end, and explains that end with the current data", () => {
    const walk = at(flow, answers, [ended("high")], { here: { n: 6 } });
    expect(walk.at).toEqual({
      kind: "end",
      step: "high",
      outcome: "done",
      reason: "high",
      explanation: [{ id: "c0", reason: "warning:small.clause", mend: "none", missing: [] }],
      mayChange: [],
      final: true,
    });
    expect(walk.trail).toEqual([
      { step: "gate", to: "first", frozen: true },
      { step: "first", to: "high", frozen: true },
    ]);
  });

  it("an ended instance stays at its end even if the current facts lead elsewhere, and then shows no explanation", () => {
    const walk = at(flow, answers, [ended("low")], { here: { n: 6 } });
    expect(walk).toMatchObject({
      at: { kind: "end", step: "low", outcome: "stopped", reason: "low", explanation: [], final: true },
      blocking: [],
      trail: [{ step: "gate" }, { step: "first", to: "high", frozen: true }],
    });
  });

  it("an ended instance stays at its end even if a form would now reject the user's answers", () => {
    const walk = at(flow, { first: { n: 9 } }, [ended("low")], {});
    expect(at(flow, { first: { n: 9 } }, [], {}).blocking).toMatchObject([{ id: "c0" }]);
    expect(walk).toMatchObject({ at: { kind: "end", step: "low", final: true }, blocking: [] });
  });

  it("an ended instance accepts no more answers", () => {
    const decision = submit(
      flow,
      someone(answers, [ended("low")]),
      { here: { n: 1 } },
      {},
      { step: "first", answer: { n: 2 } },
    );
    expect(decision).toMatchObject({ kind: "not-open", walk: { at: { step: "low" } } });
  });

  it.each(["first", "gone"])(
    "an instance throws if its last receipt names %s as the end, which is not an end",
    (step) => {
      expect(() => at(flow, answers, [ended(step)], { here: { n: 1 } })).toThrow(
        `end receipt names ${step}, which is not an end`,
      );
    },
  );

  it("an instance may leave its end again if no receipt exists, and a failed rule explains the end", () => {
    expect(at(flow, answers, [], { here: { n: 6 } }).at).toMatchObject({
      step: "high",
      final: false,
      explanation: [{ id: "c0" }],
    });
    expect(at(flow, answers, [], { here: { n: 1 } }).at).toMatchObject({
      step: "low",
      final: false,
      explanation: [],
    });
    const plain = walkable({
      steps: { done: { ...END, explains: "low" } },
      facts: { here: { "n?": { type: "integer" } } },
      absent: ["here"],
      rules: { low: must({ "<": [{ var: "facts.here.n" }, 3] }) },
    });
    expect(at(plain, {}, [], { here: { n: 1 } }).at).toMatchObject({ explanation: [] });
  });
});

describe("the replay of an instance's receipts", () => {
  const flow = walkable({
    steps: {
      first: form("work"),
      work: effectOf("more"),
      more: effectOf("wait"),
      wait: {
        kind: "wait",
        for: "small.paid",
        since: "more",
        within: "PT1H",
        onTimeout: { to: "late" },
        next: [{ when: { ">": [{ var: "effects.wait.n" }, 1] }, to: "done" }, { to: "late" }],
      },
      done: END,
      late: { ...END, reason: "late" },
    },
    forms: { first: n },
    effects: { "small.act": { output: OUTPUT } },
    events: { "small.paid": OUTPUT },
  });
  const work = did("work", [{ step: "first", to: "work" }], { n: 1 });
  const more = did("more", [{ step: "work", to: "more" }], { n: 2 });
  const waited = (outcome: Extract<Receipts[number], { kind: "wait" }>["outcome"]): Receipts[number] => ({
    kind: "wait",
    step: "wait",
    outcome,
    trail: [{ step: "more", to: "wait" }],
  });
  const answers = { first: { n: 9 } };

  it("restores outputs, answers and times from the receipts, one after the other", () => {
    const walk = at(flow, answers, [work, more]);
    expect(walk.at).toEqual({
      kind: "wait",
      step: "wait",
      for: "small.paid",
      sinceSeq: 2,
      until: "2026-03-02T02:00:00.000Z",
    });
    expect([walk.answers, walk.effects]).toEqual([{ first: { n: 9 } }, { work: { n: 1 }, more: { n: 2 } }]);
    expect(walk.trail).toEqual([
      { step: "first", to: "work", frozen: true },
      { step: "work", to: "more", frozen: true },
      { step: "more", to: "wait", frozen: true },
    ]);
  });

  it("restores the data of an event, and no data for a timeout", () => {
    const paid = at(flow, answers, [work, more, waited({ kind: "event", data: { n: 2 } })]);
    expect([paid.at.step, paid.effects.wait, paid.trail.at(-1)]).toEqual([
      "done",
      { n: 2 },
      { step: "wait", to: "done", frozen: true },
    ]);
    expect(at(flow, answers, [work, more, waited({ kind: "event", data: { n: 1 } })]).at.step).toBe("late");
    const late = at(flow, answers, [work, more, waited({ kind: "timeout" })]);
    expect([late.at.step, late.effects.wait, late.trail.at(-1)]).toEqual([
      "late",
      {},
      { step: "wait", to: "late", frozen: true },
    ]);
  });

  it("skips a step that the definition no longer contains", () => {
    const walk = at(flow, answers, [
      did(
        "work",
        [
          { step: "gone", to: "first" },
          { step: "first", to: "work" },
        ],
        { n: 1 },
      ),
    ]);
    expect(walk).toMatchObject({ at: { kind: "effect", step: "more" }, answers: { first: { n: 9 } } });
    expect(walk.trail[0]).toEqual({ step: "gone", to: "first", frozen: true });
  });

  it("skips a form that was never answered", () => {
    expect(at(flow, {}, [work]).answers).toEqual({});
  });

  it("throws for the receipt of an effect that the definition no longer contains", () => {
    expect(() => at(flow, answers, [did("gone", [])])).toThrow(
      "receipt 1 of instance i names unknown step gone",
    );
  });

  it("a new answer is rejected if a receipt froze the step's answer, and is accepted otherwise", () => {
    const decide = (receipts: Receipts) =>
      submit(flow, someone(answers, receipts), {}, {}, { step: "first", answer: { n: 2 } });
    expect(decide([])).toMatchObject({ kind: "accepted" });
    expect(decide([work])).toMatchObject({ kind: "not-open", walk: { at: { step: "more" } } });
    expect(decide([did("work", [])])).toMatchObject({ kind: "not-open" });
  });

  it("throws if a wait starts at a step without a receipt", () => {
    const start = flow.plan.byId.get("wait")?.index as number;
    const lost = { ...flow, plan: { ...flow.plan, start } };
    expect(() => at(lost)).toThrow("wait wait of instance i has no receipt of more");
  });

  it("accepts a wait that starts at the end of an earlier wait", () => {
    const twice = walkable({
      steps: {
        work: effectOf("one"),
        one: {
          kind: "wait",
          for: "small.paid",
          since: "work",
          within: "P1D",
          onTimeout: { to: "done" },
          next: next("two"),
        },
        two: {
          kind: "wait",
          for: "small.paid",
          since: "one",
          within: "P1D",
          onTimeout: { to: "done" },
          next: next("done"),
        },
        done: END,
      },
      events: { "small.paid": OUTPUT },
    });
    const one: Receipts[number] = {
      kind: "wait",
      step: "one",
      outcome: { kind: "event", data: {} },
      trail: [{ step: "work", to: "one" }],
    };
    expect(at(twice, {}, [did("work", []), one]).at).toEqual({
      kind: "wait",
      step: "two",
      for: "small.paid",
      sinceSeq: 2,
      until: "2026-03-03T01:00:00.000Z",
    });
  });
});

describe("an effect", () => {
  const once = (repeatable: boolean, rest: JsonObject = {}) =>
    walkable({
      steps: {
        first: form("work"),
        work: effectOf("done", {
          input: { n: "answers.first.n" },
          errors: { no: { to: "refused" }, again: { reopen: "first" }, busy: { retry: 1, to: "refused" } },
          ...rest,
        }),
        done: END,
        refused: { kind: "end", outcome: "stopped", reason: "refused" },
      },
      forms: { first: n },
      effects: {
        "small.act": {
          repeatable,
          input: { ...INPUT, required: ["n"] },
          output: OUTPUT,
          errors: { no: { meaning: "no" }, again: { meaning: "again" }, busy: { meaning: "busy" } },
        },
      },
    });
  const contest = (revision: number): Receipts[number] => ({
    kind: "contested",
    step: "first",
    by: "work",
    revision,
    code: "again",
  });
  const answers = { first: { n: 1 } };

  it("an effect that is not repeatable runs only once, even if the user changes answers later", () => {
    const receipts = [did("work", [{ step: "first", to: "work" }], { n: 4 }, { n: 1 }), contest(0)];
    const walk = at(once(false), { first: { n: 2 } }, receipts);
    expect([walk.at.step, walk.effects.work]).toEqual(["done", { n: 4 }]);
    expect(at(once(true), { first: { n: 2 } }, receipts).at).toMatchObject({
      kind: "effect",
      state: "due",
      attempt: 2,
      input: { n: 2 },
    });
    expect(at(once(true), answers, receipts)).toMatchObject({
      at: { step: "done" },
      effects: { work: { n: 4 } },
    });
  });

  it("a success receipt leads past the effect, even if the effect failed before", () => {
    const receipts = [
      failed("work", "busy", { n: 1 }),
      did("work", [{ step: "first", to: "work" }], { n: 4 }, { n: 1 }),
      did("work", [{ step: "first", to: "work" }], { n: 5 }, { n: 1 }),
      contest(0),
    ];
    expect(at(once(false), answers, receipts).effects).toEqual({ work: { n: 4 } });
  });

  it("a failed effect freezes no answers and runs again with a new input; equal inputs count as attempts", () => {
    const refused = at(once(false), answers, [failed("work", "no", { n: 1 })]);
    expect(refused).toMatchObject({
      at: { step: "refused" },
      trail: [{ frozen: false }, { step: "work", to: "refused", frozen: false }],
    });
    const tries = (...receipts: Receipts) => at(once(false), answers, receipts).at;
    expect(tries(failed("work", "busy", { n: 1 }))).toMatchObject({
      state: "running",
      attempt: 2,
      errors: [],
    });
    expect(tries(failed("work", "busy", { n: 1 }), failed("work", "busy", { n: 1 }))).toMatchObject({
      step: "refused",
    });
    expect(tries(failed("work", "busy", { n: 2 }), failed("work", "busy", { n: 1 }))).toMatchObject({
      state: "running",
      attempt: 3,
    });
    expect(tries(failed("work", "no", { n: 1 }), failed("work", "busy", { n: 1 }))).toMatchObject({
      state: "running",
    });
    expect(tries(failed("work", "no", { n: 2 }))).toMatchObject({ state: "due", attempt: 2 });
    expect(tries(failed("other", "no", { n: 1 }))).toMatchObject({ state: "due", attempt: 1 });
  });

  it("an effect that failed with a code without a route makes the replay throw", () => {
    expect(() => at(once(false), answers, [failed("work", "new", { n: 1 })])).toThrow(
      "receipt 1 of instance i failed with new, which has no route",
    );
  });

  it("a failed effect that reopened an answer runs again after a new answer, and otherwise stops with the error", () => {
    const doubt = failed("work", "again", { n: 1 });
    expect(at(once(false), answers, [doubt, contest(0)]).at).toMatchObject({ kind: "effect", state: "due" });
    expect(at(once(false), answers, [doubt, contest(1)]).at).toMatchObject({
      kind: "form",
      step: "first",
      errors: [{ pointer: "", code: "again" }],
    });
    const asks = { kind: "effect", state: "ask", errors: [{ pointer: "", code: "again", params: {} }] };
    expect(at(once(false), answers, [doubt]).at).toMatchObject(asks);
    expect(at(once(false), answers, [contest(0), doubt]).at).toMatchObject(asks);
  });

  it("an effect stops at its step with the reason if a rule fails", () => {
    const flow = walkable({
      steps: { work: effectOf("done", { check: ["ok"] }), done: END },
      facts: { here: { "ok?": YES } },
      absent: ["here"],
      rules: { ok: must({ var: "facts.here.ok" }) },
    });
    const walk = at(flow, {}, [], { here: { ok: false } });
    expect(walk).toMatchObject({
      at: {
        kind: "effect",
        state: "ask",
        errors: [{ pointer: "", code: "ok.c0", message: "warning:small.clause" }],
      },
      blocking: [{ id: "c0" }],
    });
    expect(at(flow, {}, [], { here: { ok: true } })).toMatchObject({
      at: { state: "due", errors: [] },
      blocking: [],
    });
  });

  it("an effect leads the user back to an earlier form if its rule lacks an answer from that form", () => {
    const flow = walkable({
      steps: {
        first: form("work"),
        work: effectOf("done", { check: ["ok"] }),
        done: END,
      },
      forms: { first: { "n?": { type: "integer" } } },
      rules: {
        ok: must([["answers.first.n", { ">": [{ var: "answers.first.n" }, 1] }]], { onMissing: "ask" }),
      },
    });
    expect(at(flow, { first: {} }).at).toMatchObject({
      kind: "form",
      step: "first",
      errors: [{ pointer: "/n", code: "ok.c0" }],
    });
    expect(at(flow, { first: { n: 2 } }).at).toMatchObject({ kind: "effect", state: "due" });
  });
});

describe("an effect with secrets", () => {
  const ask = (form: JsonObject, receipts: Receipts = []) =>
    submit(pinSet, { ...someone({}, receipts), flow: "pin-set" }, {}, {}, { step: "set", answer: form });
  const good = { pin: "135790", again: "135790", hint: "odd" };
  const instance = (receipts: Receipts, answers = {}) => ({ ...someone(answers, receipts), flow: "pin-set" });

  it("waits until the user fills in its form", () => {
    expect(derive(pinSet, instance([]), {}, {}).at).toEqual({
      kind: "effect",
      step: "set",
      state: "ask",
      input: {},
      errors: [],
      attempt: 1,
    });
  });

  it("an effect accepts the secrets, stores only the remaining fields, and runs with all fields as input", () => {
    expect(ask(good)).toMatchObject({
      kind: "accepted",
      answers: { set: { value: { hint: "odd" }, revision: 1 } },
      form: good,
      walk: {
        at: { kind: "effect", step: "set", state: "due", input: { hint: "odd" }, errors: [], attempt: 1 },
      },
    });
    const decision = ask(good, [
      failed("set", "weak", { hint: "odd" }),
      failed("set", "weak", { hint: "odd" }),
      failed("other", "weak"),
      { kind: "challenge", step: "set", outcome: "passed", values: {} },
    ]);
    expect(decision).toMatchObject({ kind: "accepted", walk: { at: { attempt: 3 } } });
    if (decision.kind !== "accepted") return;
    expect(effectInput(pinSet, decision.walk, decision.form)).toEqual({
      input: { hint: "odd", pin: "135790" },
      hash: inputHash({ hint: "odd" }),
    });
    expect(effectInput(pinSet, decision.walk)).toEqual({
      input: { hint: "odd" },
      hash: inputHash({ hint: "odd" }),
    });
  });

  it.each([
    ["a field that is missing", { pin: "135790" }, [{ pointer: "/again", code: "required", params: {} }]],
    [
      "a rule that fails",
      { ...good, again: "135791" },
      [{ pointer: "/again", code: "match.same", message: "warning:pin.same", params: {} }],
    ],
  ])("rejects an answer with %s", (_, form, errors) => {
    expect(ask(form)).toMatchObject({ kind: "refused", errors });
  });

  it("shows the error of an `ask` route at the field that the failure names, or else at the field of the route", () => {
    const again = (field?: string) => derive(pinSet, instance([failed("set", "weak", {}, field)]), {}, {}).at;
    expect(again()).toMatchObject({
      state: "ask",
      errors: [{ pointer: "/pin", code: "weak", params: {} }],
      attempt: 2,
    });
    expect(again("again")).toMatchObject({ state: "ask", errors: [{ pointer: "/again", code: "weak" }] });
  });

  it("after success, the fields without secrets stay readable and further answers are rejected", () => {
    const done = did("set", [], {}, { hint: "odd" });
    const walk = derive(pinSet, instance([done], { set: { hint: "odd" } }), {}, {});
    expect([walk.at.step, walk.answers]).toEqual(["done", { set: { hint: "odd" } }]);
    expect(ask(good, [done])).toMatchObject({ kind: "not-open" });
    expect(ask(good, [{ kind: "end", step: "done", outcome: "done", reason: "set" }])).toMatchObject({
      kind: "not-open",
      walk: { at: { step: "done" } },
    });
  });

  it("after a failure, the fields without secrets are kept, and the form is shown again", () => {
    const walk = derive(
      pinSet,
      instance([failed("set", "weak", { hint: "odd" })], { set: { hint: "odd" } }),
      {},
      {},
    );
    expect(walk.at).toMatchObject({
      state: "ask",
      input: { hint: "odd" },
      errors: [{ pointer: "/pin", code: "weak" }],
    });
  });

  const stepwise = walkable({
    steps: {
      first: form("ask"),
      ask: effectOf("work", {
        form: true,
        check: ["alike"],
        input: { "n?": "form.n" },
        errors: { no: { to: "refused" } },
      }),
      work: effectOf("done", { effect: "small.work", errors: { again: { reopen: "first" } } }),
      done: END,
      refused: { kind: "end", outcome: "provisional", reason: "refused" },
    },
    forms: {
      first: n,
      ask: { "pin?": { type: "string", writeOnly: true }, "n?": { type: "integer" } },
    },
    effects: {
      "small.act": { repeatable: true, input: INPUT, output: OUTPUT, errors: { no: { meaning: "no" } } },
      "small.work": { errors: { again: { meaning: "again" } } },
    },
    rules: {
      alike: must({
        or: [{ "==": [{ var: "answers.ask.pin" }, "1"] }, { ">": [{ var: "answers.first.n" }, 5] }],
      }),
    },
  });
  const trail = [{ step: "first", to: "ask" }];

  it("an effect waits for the secrets if a rule reads both a secret and an answer", () => {
    expect(at(stepwise, { first: { n: 1 } }).at).toMatchObject({ kind: "effect", state: "ask", errors: [] });
    const tried = (pin: string) =>
      submit(stepwise, someone({ first: { n: 1 } }), {}, {}, { step: "ask", answer: { pin } });
    expect(tried("2")).toMatchObject({
      kind: "refused",
      errors: [{ code: "alike.c0" }],
      blocking: [{ id: "c0" }],
    });
    expect(tried("1")).toMatchObject({ kind: "accepted" });
  });

  it("a reopened effect stays completed if its input without secrets is unchanged", () => {
    const receipts: Receipts = [
      did("ask", trail, {}, { n: 3 }),
      failed("work", "again"),
      { kind: "contested", step: "first", by: "work", revision: 0, code: "again" },
    ];
    const walk = at(stepwise, { first: { n: 1 }, ask: { n: 3 } }, receipts);
    expect(walk).toMatchObject({ at: { step: "work" }, answers: { first: { n: 1 }, ask: { n: 3 } } });
    const again = { step: "ask", answer: { pin: "1" } };
    const decision = submit(stepwise, someone({ first: { n: 1 }, ask: { n: 3 } }, receipts), {}, {}, again);
    expect(decision).toMatchObject({ kind: "not-open", walk: { at: { step: "work" } } });
  });

  it("an effect with secrets can be tried again from the step to which the failure led", () => {
    const receipts = [failed("ask", "no", { n: 3 })];
    const instance = someone({ first: { n: 1 }, ask: { n: 3 } }, receipts);
    expect(derive(stepwise, instance, {}, {}).at).toMatchObject({ kind: "end", step: "refused" });
    const decision = submit(stepwise, instance, {}, {}, { step: "ask", answer: { pin: "1", n: 3 } });
    expect(decision).toMatchObject({
      kind: "accepted",
      walk: { at: { step: "ask", state: "due", input: { n: 3 }, attempt: 2 } },
    });
    expect(decision.kind === "accepted" && decision.walk.trail).toEqual([
      { step: "first", to: "ask", frozen: false },
    ]);
    expect(
      submit(stepwise, someone({ first: { n: 1 } }, []), {}, {}, { step: "ask", answer: { pin: 1 } }),
    ).toMatchObject({ kind: "refused" });
  });

  it("secretsOf returns the names of an effect's secret fields", () => {
    expect(secretsOf(pinSet, "set")).toEqual(["pin", "again"]);
    expect(secretsOf(pinSet, "done")).toEqual([]);
    expect(() => secretsOf(pinSet, "gone")).toThrow("pin-set has no step gone");
  });

  it("effectInput returns the input of an effect, and throws at a step of a different kind", () => {
    const walk = derive(pinSet, instance([did("set", [])]), {}, {});
    expect(() => effectInput(pinSet, walk)).toThrow("the position is end done");
  });

  it("an effect keeps its output after an earlier answer was reopened, if a later receipt's trail contains the effect's step", () => {
    const receipts: Receipts = [
      failed("ask", "no", { n: 3 }),
      did("ask", trail, { n: 7 }, { n: 3 }),
      failed("work", "again"),
      { kind: "contested", step: "first", by: "work", revision: 0, code: "again" },
      did("work", [...trail, { step: "ask", to: "work" }]),
    ];
    const walk = at(stepwise, { first: { n: 1 }, ask: { n: 3 } }, receipts);
    expect([walk.at.step, walk.effects]).toEqual(["done", { ask: { n: 7 }, work: {} }]);
  });

  describe("with rules", () => {
    const guarded = (logic: JsonObject, mend = "none", rest: JsonObject = {}) =>
      walkable({
        steps: {
          first: form("ask"),
          ask: effectOf("done", { form: true, check: ["ok"] }),
          done: END,
        },
        forms: {
          first: { "n?": { type: "integer" } },
          ask: { "pin?": { type: "string", writeOnly: true } },
        },
        facts: { here: { "ok?": YES } },
        absent: ["here"],
        rules: { ok: must([[mend, logic]], rest) },
      });
    const given = (flow: Compiled, facts = {}, answers = { first: {} }) =>
      submit(flow, someone(answers), facts, {}, { step: "ask", answer: { pin: "1" } });

    it("requests the facts that the rules read", () => {
      const flow = guarded({ var: "facts.here.ok" });
      expect(given(flow)).toEqual({ kind: "needs", facts: [{ fact: "here", args: {} }] });
      expect(given(flow, { here: { ok: true } })).toMatchObject({ kind: "accepted" });
      expect(given(flow, { here: { ok: false } })).toMatchObject({
        kind: "refused",
        errors: [{ code: "ok.c0" }],
      });
    });

    it("requests facts for rules about secrets only after the user has entered the secrets", () => {
      const flow = guarded({ and: [{ var: "facts.here.ok" }, { "==": [{ var: "answers.ask.pin" }, "1"] }] });
      expect(given(flow, { here: { ok: true } })).toMatchObject({ kind: "accepted" });
    });

    it("an effect is refused if its rule lacks an earlier answer, and the user is led back to that form", () => {
      const both = [{ ">": [{ var: "answers.first.n" }, 1] }, { "==": [{ var: "answers.ask.pin" }, "1"] }];
      const flow = guarded({ and: both }, "answers.first.n", { onMissing: "ask" });
      const decision = given(flow);
      expect(decision).toMatchObject({ kind: "refused", walk: { at: { kind: "form", step: "first" } } });
      expect(given(flow, {}, { first: { n: 2 } } as never)).toMatchObject({ kind: "accepted" });
    });
  });
});

describe("what is stored in a receipt", () => {
  const flow = walkable({
    steps: {
      first: form("look"),
      look: review([], "work"),
      work: effectOf("code", { errors: { again: { reopen: "first", field: "n" }, no: { to: "done" } } }),
      code: {
        kind: "challenge",
        challenge: "pin",
        binds: "look",
        errors: { exhausted: { to: "done" } },
        next: next("done"),
      },
      done: END,
    },
    forms: { first: n },
  });

  it.each([
    ["work", "again", { reopen: "first", field: "n" }],
    ["work", "no", { to: "done" }],
    ["work", "constructor", null],
    ["work", "new", null],
    ["code", "exhausted", { to: "done" }],
    ["first", "again", null],
  ])("the receipt of step %s with the outcome %s stores the route %j", (step, code, route) => {
    expect(routeOf(flow, step, code)).toEqual(route);
  });

  it("a receipt that reopens an answer contains the answer's step, its revision and the field", () => {
    const failure = { step: "work", code: "again" };
    const contest = { kind: "contested", step: "first", by: "work", code: "again" };
    expect(contestOf(flow, someone({ first: { n: 1 } }), failure)).toEqual({
      ...contest,
      revision: 1,
      field: "n",
    });
    expect(contestOf(flow, someone(), { ...failure, field: "m" })).toEqual({
      ...contest,
      revision: 0,
      field: "m",
    });
    expect(contestOf(flow, someone(), { step: "work", code: "no" })).toBeNull();
    expect(contestOf(flow, someone(), { step: "work", code: "new" })).toBeNull();
  });

  it("the steps stored in a receipt start at the step of the last receipt, or at the start of the flow", () => {
    const trail = (...frozen: readonly boolean[]) =>
      receiptTrail({
        trail: frozen.map((one, index) => ({ step: `s${index}`, to: `s${index + 1}`, frozen: one })),
      } as never);
    expect(trail(false, false)).toEqual([
      { step: "s0", to: "s1" },
      { step: "s1", to: "s2" },
    ]);
    expect(trail(true, true, false)).toEqual([
      { step: "s1", to: "s2" },
      { step: "s2", to: "s3" },
    ]);
    expect(trail()).toEqual([]);
  });

  it("a receipt that reopens a step unfreezes the receipts from that step on, but not earlier ones", () => {
    const { receipts } = someone({}, [
      did("a", [{ step: "x", to: "a" }]),
      did("b", [{ step: "y", to: "b" }]),
      failed("c", "no"),
      { kind: "challenge", step: "d", outcome: "passed", values: {} },
      { kind: "contested", step: "y", by: "c", revision: 1, code: "again" },
      did("e", []),
    ]);
    const history = historyOf(receipts);
    expect(history.frozen.map(({ step }) => step)).toEqual(["a", "e"]);
    expect([...history.contests.keys()]).toEqual(["y"]);
    expect(history.end).toBeNull();
    expect(historyOf([])).toEqual({ frozen: [], contests: new Map(), end: null });
  });

  it("lastReceipt searches backwards from the end, up to the first receipt", () => {
    const { receipts } = someone({}, [
      did("a", [], { n: 1 }),
      did("b", []),
      failed("a", "no"),
      { kind: "wait", step: "a", outcome: { kind: "timeout" }, trail: [] },
    ]);
    expect(lastReceipt(receipts, "effect", "a")?.seq).toBe(3);
    expect(lastReceipt(receipts, "effect", "a", ({ outcome }) => outcome.kind === "done")?.seq).toBe(1);
    expect(lastReceipt(receipts, "wait", "a")?.seq).toBe(4);
    expect(lastReceipt(receipts, "wait", "b")).toBeNull();
    expect(lastReceipt(receipts, "effect", "c")).toBeNull();
  });
});
