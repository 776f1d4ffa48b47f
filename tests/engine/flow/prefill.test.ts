import { describe, expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import { inMemory, prefillAt } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { verify } from "../../../engine/verify/lint/index.ts";
import { act, END, form, TEXT, WHOLE, YES } from "../fixtures/parts.ts";
import { compiledOf, type Small, smallSource, sound } from "../fixtures/small-flow.ts";

/** Returns a flow of two forms; the second form has initial values. */
function known(prefill: JsonObject, more: Partial<Small> = {}): Small {
  return {
    steps: { ask: form("again"), again: { ...form("done"), prefill }, done: END },
    forms: { ask: { name: TEXT, count: WHOLE }, again: { name: TEXT, "note?": TEXT, "count?": WHOLE } },
    facts: { who: { "name?": { type: "string", minLength: 1 }, secretly: TEXT } },
    ...more,
  };
}

function standing(of: Small, who: JsonObject | null) {
  const compiled = compiledOf(of);
  let fact = who;
  const alone = inMemory(compiled, () => ({ flags: {}, facts: { who: fact } }));
  alone.stands();
  alone.submit({ step: "ask", answer: { name: "Malee", count: 3 } });
  return {
    alone,
    knows: (next: JsonObject) => {
      fact = next;
    },
    begins: () => {
      const { walk, instance } = alone.stands();
      return prefillAt(compiled, walk, (step) => Object.hasOwn(instance.answers, step));
    },
  };
}

describe("the initial values of a form", () => {
  it("initial values come from facts and earlier answers", () => {
    const { begins } = standing(known({ name: "facts.who.name", count: "answers.ask.count" }), {
      name: "Somchai",
    });
    expect(begins()).toEqual({ name: "Somchai", count: 3 });
  });

  it("a form has no initial values if the fact is absent or its value is invalid for the field", () => {
    const of = known({ name: "facts.who.name" });
    expect(standing(of, null).begins()).toEqual({});
    expect(standing(of, { name: "a name that is too long for the field" }).begins()).toEqual({});
  });

  it("initial values do not count as answers: the user is still asked, and the submitted values are validated", () => {
    const { alone, begins } = standing(known({ name: "facts.who.name" }), { name: "Somchai" });
    expect(alone.stands().walk.at).toMatchObject({ kind: "form", step: "again" });
    expect(alone.submit({ step: "again", answer: {} })).toMatchObject({ kind: "refused" });
    expect(alone.submit({ step: "again", answer: { name: "Malee" } })).toMatchObject({ kind: "accepted" });
    expect(alone.stands().walk.answers).toMatchObject({ again: { name: "Malee" } });
    expect(begins()).toEqual({});
  });

  it("initial values never replace an answer that the user gave earlier, whatever the current facts are", () => {
    const of = known({ name: "facts.who.name", note: "facts.who.name" });
    const back = {
      ...of,
      rules: {
        never: {
          must: [{ id: "c", reason: "small:no", mend: "answers.again.name", logic: { "==": [1, 2] } }],
        },
      },
      steps: { ...of.steps, again: { ...(of.steps.again as JsonObject), check: ["never"] } },
    };
    const { alone, begins, knows } = standing(back, { name: "Somchai" });
    alone.keep("again", { name: "Malee" });
    knows({ name: "Other" });
    expect(alone.stands().walk.at).toMatchObject({ kind: "form", step: "again" });
    expect(begins()).toEqual({});
  });
});

describe("the checks of prefill", () => {
  const found = (of: Small, privacy = "public") => {
    const source = smallSource(of);
    const facts = source.files["flows/shared/facts.json"] as { [fact: string]: JsonObject };
    for (const name of Object.keys(facts)) facts[name] = { ...facts[name], privacy };
    return verify(source, trade).findings.map(({ code, pointer }) => `${code} ${pointer}`);
  };

  it("accept initial values that are valid for the field", () => {
    const of = known({ name: "facts.who.name", count: "answers.ask.count" });
    expect(found(of)).toEqual([]);
    sound(of);
  });

  it.each<readonly [what: string, of: Small, finding: string]>([
    [
      "a field that is not in the form",
      known({ nobody: "facts.who.name" }),
      "unknown-field /steps/again/prefill/nobody",
    ],
    [
      "a data path that does not exist",
      known({ name: "facts.who.nick" }),
      "unknown-path /steps/again/prefill/name",
    ],
    [
      "a fact that the flow does not declare",
      known({ name: "facts.what.name" }),
      "unknown-path /steps/again/prefill/name",
    ],
    [
      "a value of another type",
      known({ name: "answers.ask.count" }),
      "prefill-misfit /steps/again/prefill/name",
    ],
    [
      "an answer of the same form",
      known({ name: "answers.again.note" }),
      "prefill-never /steps/again/prefill/name",
    ],
    [
      "a later answer",
      known(
        { name: "answers.late.name" },
        {
          steps: {
            ask: form("again"),
            again: { ...form("late"), prefill: { name: "answers.late.name" } },
            late: form("done"),
            done: END,
          },
          forms: { ask: { name: TEXT }, again: { name: TEXT }, late: { name: TEXT } },
        },
      ),
      "prefill-never /steps/again/prefill/name",
    ],
    [
      "a consent field",
      known(
        { agreed: "answers.ask.agreed" },
        { forms: { ask: { agreed: YES }, again: { agreed: { type: "boolean", const: true } } } },
      ),
      "prefill-own-act /steps/again/prefill/agreed",
    ],
    [
      "a file field",
      known(
        { file: "answers.ask.file" },
        {
          forms: {
            ask: { file: { type: "string", format: "file-ref" } },
            again: { file: { type: "string", format: "file-ref" } },
          },
        },
      ),
      "prefill-own-act /steps/again/prefill/file",
    ],
  ])("reject this source or target of an initial value: %s", (_, of, finding) => {
    expect(found(of)).toContain(finding);
  });

  it("reject sensitive data as initial value, even as a part of a larger value", () => {
    const joined = known(
      { name: "derived.both" },
      { flow: { derived: { both: { join: ["facts.who.name", "answers.ask.name"], with: " " } } } },
    );
    expect(found(known({ name: "facts.who.name" }), "sensitive")).toContain(
      "prefill-sensitive /steps/again/prefill/name",
    );
    expect(found(joined, "sensitive")).toContain("prefill-sensitive /steps/again/prefill/name");
    expect(found(joined)).toEqual([]);
  });

  it("reject an initial value for a secret field", () => {
    const secret = { type: "string", minLength: 1, maxLength: 20, writeOnly: true };
    const of: Small = {
      steps: {
        act: { ...act("ask"), form: true, input: { pin: "form.pin" } },
        ask: { ...form("done"), prefill: { name: "answers.act.pin" } },
        done: END,
      },
      forms: { act: { pin: secret }, ask: { name: TEXT } },
      inputs: { "small.act": { pin: secret } },
    };
    expect(found(of)).toContain("secret-read /steps/ask/prefill/name");
  });
});
