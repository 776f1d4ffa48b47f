import { describe, expect, it } from "vitest";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import { replay } from "../../../../engine/verify/prove/replay.ts";
import { decide, ENDS, form, pin, review, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { B, FORMS, gone, somebody } from "./walk-gone.ts";

describe("the replay of an example user through forms", () => {
  it("the replay stops at the end of the path, before or after the last answer, as requested", () => {
    const person = somebody(["ask", "more"], { answers: { ask: { b: true }, more: { c: true } } });
    expect(gone(FORMS, person)).toEqual({
      way: "ask > form more",
      answers: { ask: { b: true } },
      receipts: [],
    });
    expect(gone(FORMS, person, true)).toEqual({
      way: "ask > more > end done",
      answers: { ask: { b: true }, more: { c: true } },
      receipts: [],
    });
  });

  it("the replay stops if the form rejects the last answer, and submits an empty answer if the user has none", () => {
    const refused = somebody(["ask", "more"], { answers: { ask: { b: true }, more: { c: "yes" } } });
    expect(gone(FORMS, refused, true)).toMatchObject({
      way: "ask > form more /c type",
      answers: { more: { c: "yes" } },
    });
    expect(gone(FORMS, somebody(["ask"]), true)).toMatchObject({
      way: "form ask /b required",
      answers: { ask: {} },
    });
  });

  it("the replay stops at the form that rejects the user's answer", () => {
    expect(gone(FORMS, somebody(["ask", "more"], { answers: { ask: { b: "yes" } } }))?.way).toBe(
      "form ask /b type",
    );
    expect(gone(FORMS, somebody(["ask", "more"]))?.way).toBe("form ask /b required");
  });

  it("the replay fails if an answer leads to a step that is not on the path", () => {
    expect(gone(FORMS, somebody(["ask", "more"], { answers: { ask: { b: false } } }))).toBeNull();
    const beside = { answers: { ask: { b: true }, more: {} } };
    expect(gone(FORMS, somebody(["ask", "done"], beside))).toBeNull();
    expect(gone(FORMS, somebody(["ask", "more", "done"], beside))).toMatchObject({
      way: "ask > more > end done",
    });
  });

  it("the replay runs in memory, and submits each answer once", () => {
    const person = somebody(["ask", "more"], { answers: { ask: { b: true } } });
    expect(replay(compileInProcess(small(FORMS)), person, false)?.instance).toEqual({
      id: "in-memory",
      flow: "small",
      version: "",
      answers: { ask: { value: { b: true }, revision: 1 } },
      receipts: [],
    });
  });

  it("the replay continues after the last step of the path if that step does not stop the user", () => {
    const of: Small = {
      ...FORMS,
      steps: {
        ...FORMS.steps,
        ask: form("way"),
        way: decide([B, "more"], "out"),
      },
    };
    const person = somebody(["ask", "way"], { answers: { ask: { b: true } } });
    expect(gone(of, person)).toMatchObject({ way: "ask > way > form more" });
  });
});

describe("the replay of an example user through a review and a challenge", () => {
  const of: Small = {
    steps: {
      ask: form("show"),
      show: review(["answers.ask.b"], "pin"),
      pin: pin("show", "out", "done"),
      ...ENDS,
    },
    forms: { ask: { b: YES } },
  };
  it.each([
    ["passed", ["pin", "done"]],
    ["exhausted", ["pin exhausted", "out"]],
  ])("the replay follows the path of a challenge that is %s", (outcome, [how = "", end = ""]) => {
    expect(gone(of, somebody(["ask", "show", how, end], { answers: { ask: { b: true } } }))).toEqual({
      way: `ask > show > pin > end ${end}`,
      answers: { ask: { b: true }, show: { values: { "answers.ask.b": true } } },
      receipts: [`1 challenge pin ${outcome} {"answers.ask.b":true}`],
    });
  });
});
