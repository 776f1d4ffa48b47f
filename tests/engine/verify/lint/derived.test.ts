import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { derive, inMemory } from "../../../../engine/flow/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { looseEnds, verify } from "../../../../engine/verify/lint/index.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { NAMES } from "../../../../server/sources/names.ts";
import { act, END, form, is, pin, review, TEXT, YES } from "../../fixtures/parts.ts";
import { compiledOf, type Small, smallSource, sound } from "../../fixtures/small-flow.ts";

const WORDS = { type: "string", enum: ["BANK", "NAME"] };

/** Returns a flow in which the user gives two names, which are joined with a literal to one text. */
function called(of: {
  readonly derived: JsonObject;
  readonly shows?: readonly string[];
  readonly input?: JsonObject;
  readonly inputs?: JsonObject;
  readonly ask?: JsonObject;
}): Small {
  const shows = of.shows ?? ["derived.topic", "derived.name"];
  return {
    steps: {
      ask: form("look"),
      look: review(shows, "act"),
      act: { ...act("done"), input: of.input ?? { topic: "derived.topic", name: "derived.name" } },
      done: END,
    },
    flow: { derived: of.derived },
    forms: { ask: of.ask ?? { first: TEXT, last: TEXT } },
    inputs: { "small.act": of.inputs ?? { topic: WORDS, name: { ...TEXT, maxLength: 41 } } },
  };
}

const NAME = { join: ["answers.ask.first", "answers.ask.last"], with: " " };
const GOOD = { topic: { const: "BANK" }, name: NAME };

/** Returns everything that loading and linting report, as code and pointer. */
function found(of: Small): readonly string[] {
  const source = smallSource(of);
  const { definition, findings } = verify(source, trade);
  const loose = definition === null ? [] : looseEnds(definition, source, NAMES);
  return [...findings, ...loose]
    .filter(({ severity }) => severity === "error")
    .map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("constants and joined texts among the derived values of a flow", () => {
  it("constants and joined texts have no findings if the type is right and a review shows them", () => {
    expect(found(called({ derived: GOOD }))).toEqual([]);
    expect(prove(sound(called({ derived: GOOD })))).toEqual([]);
  });

  it("constants and joined texts are passed to the effect exactly as the review showed them", () => {
    const compiled = compiledOf(called({ derived: GOOD }));
    const alone = inMemory(compiled, () => ({ flags: {}, facts: {} }));
    alone.stands();
    alone.submit({ step: "ask", answer: { first: "Somchai", last: "Jaidee" } });
    const { at } = alone.stands().walk;
    const values = { "derived.topic": "BANK", "derived.name": "Somchai Jaidee" };
    expect(at).toMatchObject({ kind: "review", values });
    alone.submit({ step: "look", answer: { values } });
    expect(alone.stands().walk.at).toMatchObject({
      kind: "effect",
      input: { topic: "BANK", name: "Somchai Jaidee" },
    });
  });

  it("a changed constant makes an earlier confirmation invalid", () => {
    const before = compiledOf(called({ derived: GOOD }));
    const after = compiledOf(called({ derived: { ...GOOD, topic: { const: "NAME" } } }));
    const alone = inMemory(before, () => ({ flags: {}, facts: {} }));
    alone.stands();
    alone.submit({ step: "ask", answer: { first: "Somchai", last: "Jaidee" } });
    alone.submit({
      step: "look",
      answer: { values: { "derived.topic": "BANK", "derived.name": "Somchai Jaidee" } },
    });
    const { instance } = alone.stands();
    expect(derive(after, instance, {}, {}).at).toMatchObject({ kind: "review", changed: true });
  });

  it.each<readonly [what: string, of: Small, finding: string]>([
    [
      "is not shown",
      called({ derived: GOOD, shows: ["derived.name"] }),
      "submitted-not-shown /steps/act/input/topic",
    ],
    [
      "is not one of the input's allowed values",
      called({ derived: { ...GOOD, topic: { const: "OTHER" } } }),
      "input-type /steps/act/input/topic",
    ],
    [
      "is invalid for its format",
      called({ derived: { ...GOOD, topic: { const: "10", format: "baht" } } }),
      "literal-misfit /derived/topic/format",
    ],
    [
      "has an unknown format",
      called({ derived: { ...GOOD, topic: { const: "10", format: "bath" } } }),
      "unknown-format /derived/topic/format",
    ],
    [
      "is a sentence",
      called({ derived: { ...GOOD, topic: { const: "Please change my bank" } } }),
      "wrong-shape /derived/topic/const",
    ],
    [
      "is a consent that no user gave",
      called({ derived: { ...GOOD, topic: { const: true } } }),
      "wrong-shape /derived/topic/const",
    ],
    [
      "is joined with an enum value",
      called({ derived: { ...GOOD, name: { ...NAME, with: " or " } } }),
      "wrong-shape /derived/name/with",
    ],
    [
      "may be too long for its input",
      called({ derived: GOOD, inputs: { topic: WORDS, name: { ...TEXT, maxLength: 40 } } }),
      "input-type /steps/act/input/name",
    ],
    [
      "joins a value that is not a text",
      called({ derived: GOOD, ask: { first: TEXT, last: YES } }),
      "argument-type /derived/name/join/1",
    ],
    [
      "joins an unknown data path",
      called({
        derived: { ...GOOD, name: { join: ["answers.ask.first", "answers.ask.middle"], with: " " } },
      }),
      "unknown-path /derived/name/join/1",
    ],
    [
      "is used for an input with a meaning",
      called({
        derived: GOOD,
        inputs: { topic: { ...WORDS, means: "topic" }, name: { ...TEXT, maxLength: 41 } },
      }),
      "input-meaning /steps/act/input/topic",
    ],
  ])("a constant or joined text that %s is reported", (_, of, finding) => {
    expect(found(of)).toContain(finding);
  });

  it("a joined text may not include a secret", () => {
    const secret = { type: "string", minLength: 1, maxLength: 20, writeOnly: true };
    const of: Small = {
      steps: {
        ask: form("act"),
        act: { ...act("done"), form: true, input: { name: "derived.name", secret: "form.secret" } },
        done: END,
      },
      flow: { derived: { name: { join: ["answers.ask.first", "answers.act.secret"], with: " " } } },
      forms: { ask: { first: TEXT }, act: { secret } },
      inputs: { "small.act": { name: { ...TEXT, maxLength: 41 }, secret } },
    };
    expect(found(of)).toContain("secret-read /derived/name/join/1");
  });

  it("a joined text with an optional part is reported as a missing input of an effect", () => {
    const of = called({ derived: GOOD, ask: { first: TEXT, "last?": TEXT } });
    const findings = prove(sound(of));
    expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      "input-missing-on-path /steps/act/input/name",
    );
  });

  it("a condition on a constant is reported if that condition always holds or never holds", () => {
    const of = called({ derived: GOOD });
    const steps = { ...of.steps, ask: form([is("derived.topic", "BANK"), "look"], "done") };
    const findings = prove(sound({ ...of, steps }));
    expect(findings.map(({ code }) => code)).toEqual(["impossible-branch"]);
  });

  it("constants and joined texts belong to the values that a PIN confirms", () => {
    const of = called({ derived: GOOD });
    const steps = {
      ...of.steps,
      look: review(["derived.topic", "derived.name"], "sign"),
      sign: pin("look", "done", "act"),
    };
    const alone = inMemory(compiledOf({ ...of, steps }), () => ({ flags: {}, facts: {} }));
    alone.stands();
    alone.submit({ step: "ask", answer: { first: "Somchai", last: "Jaidee" } });
    const values = { "derived.topic": "BANK", "derived.name": "Somchai Jaidee" };
    alone.submit({ step: "look", answer: { values } });
    expect(alone.stands().walk.at).toMatchObject({ kind: "challenge", values });
  });
});
