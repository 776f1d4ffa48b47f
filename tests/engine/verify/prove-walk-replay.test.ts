import { describe, expect, it } from "vitest";
import type { Receipt } from "../../../engine/flow/index.ts";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Person } from "../../../engine/verify/prove/person.ts";
import { replay } from "../../../engine/verify/prove/replay.ts";
import { at, decide, END, effect, form, must, next, wait, YES } from "../fixtures/parts.ts";
import { type Small, small } from "../fixtures/small-flow.ts";

const B = at("answers.ask.b");
const ENDS = { done: END, out: END };
const PIN: JsonObject = { type: "string", format: "pin", writeOnly: true };
const WORLD = { flags: {}, facts: {} };

/** Her way as `step` or `step how`, and what else is known of her. */
function somebody(path: readonly string[], known: Partial<Person> = {}): Person {
  return {
    path: path.map((one) => {
      const [step = "", how] = one.split(" ");
      const way =
        how === undefined
          ? null
          : how === "timeout"
            ? { kind: "timeout" as const }
            : { kind: "error" as const, code: how };
      return { step, way, to: null };
    }),
    answers: {},
    outputs: {},
    times: [WORLD],
    ...known,
  };
}

/** Where the engine's walk comes with her: her way, where she stands, and what she leaves behind. */
function gone(of: Small, person: Person, answering = false) {
  const found = replay(compileInProcess(small(of)), person, answering);
  if (found === null) return null;
  const { walk, instance } = found;
  const errors = "errors" in walk.at ? walk.at.errors.map(({ pointer, code }) => ` ${pointer} ${code}`) : [];
  const until = walk.at.kind === "wait" ? ` until ${walk.at.until}` : "";
  return {
    way: [...walk.trail.map(({ step }) => step), `${walk.at.kind} ${walk.at.step}${errors}${until}`].join(
      " > ",
    ),
    answers: Object.fromEntries(Object.entries(instance.answers).map(([step, { value }]) => [step, value])),
    receipts: instance.receipts.map(receiptOf),
  };
}

function receiptOf(receipt: Receipt): string {
  const head = `${receipt.seq} ${receipt.kind} ${receipt.step}`;
  if (receipt.kind === "challenge") return `${head} ${receipt.outcome} ${JSON.stringify(receipt.values)}`;
  if (receipt.kind !== "effect" && receipt.kind !== "wait") return head;
  const attempt = receipt.kind === "effect" ? ` ${receipt.attempt}` : "";
  const trail = receipt.trail.map(({ step, to }) => `${step} > ${to}`);
  return `${head}${attempt} ${Object.values(receipt.outcome)
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    .join(" ")} [${trail}]`;
}

const forms: Small = {
  steps: {
    ask: form([B, "more"], "out"),
    more: form("done"),
    ...ENDS,
  },
  forms: { ask: { b: YES }, more: { "c?": YES } },
};

describe("a person's way through forms", () => {
  it("ends where her path ends, before her answer or with it", () => {
    const person = somebody(["ask", "more"], { answers: { ask: { b: true }, more: { c: true } } });
    expect(gone(forms, person)).toEqual({
      way: "ask > form more",
      answers: { ask: { b: true } },
      receipts: [],
    });
    expect(gone(forms, person, true)).toEqual({
      way: "ask > more > end done",
      answers: { ask: { b: true }, more: { c: true } },
      receipts: [],
    });
  });

  it("ends where her last answer is refused, and answers nothing where nothing is known of her", () => {
    const refused = somebody(["ask", "more"], { answers: { ask: { b: true }, more: { c: "yes" } } });
    expect(gone(forms, refused, true)).toMatchObject({
      way: "ask > form more /c type",
      answers: { more: { c: "yes" } },
    });
    expect(gone(forms, somebody(["ask"]), true)).toMatchObject({
      way: "form ask /b required",
      answers: { ask: {} },
    });
  });

  it("ends at the form that does not take her answer", () => {
    expect(gone(forms, somebody(["ask", "more"], { answers: { ask: { b: "yes" } } }))?.way).toBe(
      "form ask /b type",
    );
    expect(gone(forms, somebody(["ask", "more"]))?.way).toBe("form ask /b required");
  });

  it("is another where an answer leads elsewhere", () => {
    expect(gone(forms, somebody(["ask", "more"], { answers: { ask: { b: false } } }))).toBeNull();
    const beside = { answers: { ask: { b: true }, more: {} } };
    expect(gone(forms, somebody(["ask", "done"], beside))).toBeNull();
    expect(gone(forms, somebody(["ask", "more", "done"], beside))).toMatchObject({
      way: "ask > more > end done",
    });
  });

  it("is walked in memory, each answer being given once", () => {
    const person = somebody(["ask", "more"], { answers: { ask: { b: true } } });
    expect(replay(compileInProcess(small(forms)), person, false)?.instance).toEqual({
      id: "in-memory",
      flow: "small",
      version: "",
      answers: { ask: { value: { b: true }, revision: 1 } },
      receipts: [],
    });
  });

  it("ends behind its last step where nobody stays there", () => {
    const of: Small = {
      ...forms,
      steps: {
        ...forms.steps,
        ask: form("way"),
        way: decide([B, "more"], "out"),
      },
    };
    const person = somebody(["ask", "way"], { answers: { ask: { b: true } } });
    expect(gone(of, person)).toMatchObject({ way: "ask > way > form more" });
  });
});

describe("a person's way through a review and a challenge", () => {
  const of: Small = {
    steps: {
      ask: form("show"),
      show: { kind: "review", shows: ["answers.ask.b"], next: next("pin") },
      pin: {
        kind: "challenge",
        challenge: "pin",
        binds: "show",
        errors: { exhausted: { to: "out" } },
        next: next("done"),
      },
      ...ENDS,
    },
    forms: { ask: { b: YES } },
  };
  it.each([
    ["passed", ["pin", "done"]],
    ["exhausted", ["pin exhausted", "out"]],
  ])("that is %s", (outcome, [how = "", end = ""]) => {
    expect(gone(of, somebody(["ask", "show", how, end], { answers: { ask: { b: true } } }))).toEqual({
      way: `ask > show > pin > end ${end}`,
      answers: { ask: { b: true }, show: { values: { "answers.ask.b": true } } },
      receipts: [`1 challenge pin ${outcome} {"answers.ask.b":true}`],
    });
  });
});

it("an effect that failed leaves the switches as they were", () => {
  const of: Small = {
    steps: {
      ask: form("act"),
      act: effect({ no: { to: "look" } }, "out"),
      look: decide([at("flags.g"), "done"], "out"),
      ...ENDS,
    },
    forms: { ask: { b: YES } },
    flow: { flags: ["g"] },
  };
  const times = [true, false].map((g) => ({ flags: { g }, facts: {} }));
  const person = somebody(["ask", "act no", "look", "done"], { answers: { ask: { b: true } }, times });
  expect(gone(of, person)?.way).toBe("ask > act > look > end done");
});

describe("a person's way through an effect and a wait", () => {
  const of: Small = {
    steps: {
      ask: form([{ and: [at("flags.g"), { "!": [at("facts.f.p")] }] }, "act"], "out"),
      act: {
        kind: "effect",
        effect: "small.act",
        input: { b: "answers.ask.b" },
        errors: { no: { to: "out" }, again: { retry: 2, to: "out" }, back: { ask: "b" } },
        next: next([{ and: [at("effects.act.ok"), at("flags.g")] }, "hold"], "out"),
      },
      hold: wait("act", "out", [at("facts.f.p"), "look"], "out"),
      look: decide([at("effects.hold.came"), "done"], [at("flags.g"), "out"], "more"),
      more: form([at("facts.f.p"), "done"], "out"),
      ...ENDS,
    },
    forms: { ask: { b: YES }, more: {} },
    facts: { f: { p: YES } },
    absent: ["f"],
    flow: { flags: ["g"] },
    outputs: { "small.act": { ok: YES } },
    events: { "small.come": { came: YES } },
  };
  const on = { flags: { g: true }, facts: { f: { p: false } } };
  const both = { flags: { g: true }, facts: { f: { p: true } } };
  const off = { flags: { g: false }, facts: { f: { p: true } } };
  const known = { answers: { ask: { b: true } }, outputs: { act: { ok: true }, hold: { came: true } } };

  it("each receipt gives what she is to get and begins a time of other flags and facts", () => {
    const way = ["ask", "act", "hold", "look"];
    const times = [on, both, off];
    const receipts = [
      '1 effect act 1 done {"ok":true} [ask > act]',
      '2 wait hold event {"came":true} [act > hold]',
    ];
    expect(gone(of, somebody([...way, "done"], { ...known, times }))).toEqual({
      way: "ask > act > hold > look > end done",
      answers: { ask: { b: true } },
      receipts,
    });
    const empty = { ...known, outputs: { act: { ok: true } } };
    expect(gone(of, somebody([...way, "more", "done"], { ...empty, times }))).toEqual({
      way: "ask > act > hold > look > more > end done",
      answers: { ask: { b: true }, more: {} },
      receipts: [receipts[0], "2 wait hold event {} [act > hold]"],
    });
  });

  it("where she waits, the time runs from the effect", () => {
    expect(gone(of, somebody(["ask", "act", "hold"], { ...known, times: [on] }))).toMatchObject({
      way: "ask > act > wait hold until 2026-11-25T03:00:00.000Z",
    });
  });

  it("the last time lasts; where nothing is known of it, flags are off and of facts there is nothing to say", () => {
    const path = ["ask", "act", "hold", "look", "done"];
    expect(gone(of, somebody(path, { ...known, times: [on, both] }))).toMatchObject({
      way: path.join(" > ").replace("done", "end done"),
    });
    const silent = { flags: { g: true }, facts: {} };
    expect(
      gone(of, somebody(["ask", "act", "hold", "out"], { ...known, times: [on, silent] })),
    ).toMatchObject({ way: "ask > act > hold > end out" });
    expect(gone(of, somebody(["ask", "out"], { ...known, times: [] }))).toMatchObject({
      way: "ask > end out",
    });
  });

  it.each([
    ["the effect fails", ["act no"], "act", ["1 effect act 1 failed no []"]],
    [
      "the effect fails as often as it may",
      ["act again"],
      "act",
      ["1 effect act 1 failed again []", "2 effect act 2 failed again []", "3 effect act 3 failed again []"],
    ],
    ["the effect gives nothing", ["act"], "act", ["1 effect act 1 done {} [ask > act]"]],
    [
      "the wait's time is over",
      ["act", "hold timeout"],
      "act > hold",
      ['1 effect act 1 done {"ok":true} [ask > act]', "2 wait hold timeout [act > hold]"],
    ],
  ])("she comes out where %s", (what, way, passed, receipts) => {
    const outputs = what.endsWith("nothing") ? {} : known.outputs;
    expect(gone(of, somebody(["ask", ...way, "out"], { ...known, outputs, times: [on] }))).toEqual({
      way: `ask > ${passed} > end out`,
      answers: { ask: { b: true } },
      receipts,
    });
  });

  it.each([
    ["the effect asks for what nothing asks", of, ["ask", "act back", "out"]],
    [
      "a rule stands against it",
      { ...of, flow: { ...of.flow, invariants: [{ before: "act", rule: "r" }] } },
      ["ask", "act", "hold"],
    ],
    ["she ends elsewhere", of, ["ask", "act no", "done"]],
  ])("it is not her way where %s", (_, flow, path) => {
    const rules = { r: must({ "!": [B] }) };
    expect(gone({ ...flow, rules }, somebody(path, { ...known, times: [on] }))).toBeNull();
  });
});

describe("a person's way through an effect that asks", () => {
  const of: Small = {
    steps: {
      act: {
        kind: "effect",
        effect: "small.act",
        form: true,
        input: { pin: "form.pin", b: "form.b" },
        errors: { no: { to: "out" }, back: { ask: "pin" } },
        next: next([at("answers.act.b"), "done"], "out"),
      },
      ...ENDS,
    },
    forms: { act: { pin: PIN, "b?": YES } },
  };
  const answers = { act: { pin: "482915", b: true } };

  it("keeps her answers, but for the secrets, and is done or fails after it asked", () => {
    expect(gone(of, somebody(["act", "done"], { answers }))).toEqual({
      way: "act > end done",
      answers: { act: { b: true } },
      receipts: ["1 effect act 1 done {} []"],
    });
    expect(gone(of, somebody(["act no", "out"], { answers }))).toEqual({
      way: "act > end out",
      answers: { act: { b: true } },
      receipts: ["1 effect act 1 failed no []"],
    });
    expect(gone(of, somebody(["act", "out"]))).toEqual({
      way: "act > end out",
      answers: {},
      receipts: ["1 effect act 1 done {} []"],
    });
  });

  it("is where she stands, whether or not she would answer", () => {
    const standing = { way: "effect act", answers: {}, receipts: [] };
    expect(gone(of, somebody(["act"], { answers }))).toEqual(standing);
    expect(gone(of, somebody(["act"], { answers }), true)).toEqual(standing);
  });

  it("is given up where it asks for ever", () => {
    expect(gone(of, somebody(["act back", "out"], { answers }))).toBeNull();
  });
});
