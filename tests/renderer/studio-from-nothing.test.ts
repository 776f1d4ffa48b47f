import { beforeAll, describe, expect, test } from "vitest";
import { type Draft, edits, type Operation, printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { ReadablePlace } from "../../renderer/studio/engine/messages.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { type Audience, newFlowFiles } from "../../renderer/studio/new-flow-files.ts";
import { ruleTitle } from "../../renderer/studio/rules/rule-title.ts";
import { constantFor, constantOfOne, withConstants } from "../../renderer/studio/step/constants.ts";
import {
  addedLetter,
  lettersIn,
  lettersOf,
  removedLetter,
} from "../../renderer/studio/step/letters-in-draft.ts";
import { addedStep, effectsIn } from "../../renderer/studio/step/new-step.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT, readJson } from "../definitions/definition-files.ts";

const FLOW = "tax-talk";
const { source } = await readSource(ROOT, "contact-back");
const shared = Object.entries(source.files).filter(([path]) => !/contact-back|about\.json/.test(path));

/** Returns a flow as the studio creates it. */
function begun(subject: Audience): Draft {
  const title = { th: "ถามเรื่องภาษี", en: "Ask about tax" };
  const files = newFlowFiles(FLOW, { title, entry: subject === "account" ? "me" : "contact", subject });
  return Object.fromEntries(
    [...shared, ...Object.entries(files)].map(([path, content]) => [path, printed(content)]),
  );
}

function edited(draft: Draft, ...operations: readonly Operation[]): Draft {
  const result = edits(draft, operations, { published: {} });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.draft;
}

/** Returns what the engine reads and finds in a draft. */
function judged(draft: Draft) {
  const parts = [...studied({ flow: FLOW, files: draft, wants: "rules" })];
  const read = parts.find((part) => part.stage === "read");
  const found = parts.findLast((part) => "findings" in part);
  return {
    places: (read !== undefined && "places" in read ? read.places : []) as readonly ReadablePlace[],
    definition: (read?.stage === "read" ? read.definition : null) as Definition | null,
    findings: found !== undefined && "findings" in found ? found.findings.map(({ code }) => code) : null,
  };
}

const question = (field: string, en: string): Operation => ({
  op: "add-question",
  args: {
    flow: FLOW,
    step: "ask",
    field,
    required: true,
    schema: { $ref: field === "email" ? "common/email" : "common/line" },
    texts: { label: { th: `${en} ไทย`, en } },
  },
});

const sending = (draft: Draft, step = "send") =>
  addedStep(draft, judged(draft).places, {
    flow: FLOW,
    step,
    kind: "effect",
    title: { th: "", en: "" },
    spot: { kind: "on-way", after: "review", next: 0 },
    effect: effectsIn(draft, FLOW)[0] ?? "",
  });

describe.each([
  ["people who are logged in", "account", "cases.open"],
  ["anyone", "anonymous", "cases.openByVisitor"],
] as const)("a flow for %s, made from an empty one,", (_, subject, effect) => {
  let draft: Draft;
  beforeAll(() => {
    const asked = edited(begun(subject), question("email", "E-mail"), question("matter", "Your question"));
    draft = edited(asked, ...sending(asked));
  });

  test("is valid once a user adds questions and a staff page that receives the answers", () => {
    expect(effectsIn(draft, FLOW)[0]).toBe(effect);
    expect(judged(draft).findings).toEqual([]);
  });

  test("stays valid after a user adds a question, a second end behind a condition, and a letter for staff", () => {
    const more = edited(draft, question("year", "Tax year"));
    const ended = edited(
      more,
      ...addedStep(more, judged(more).places, {
        flow: FLOW,
        step: "not-now",
        kind: "end",
        title: { th: "ยังตอบไม่ได้", en: "Not yet" },
        spot: { kind: "branch", after: "ask", when: { "==": [{ var: "answers.ask.year" }, "2020"] } },
      }),
    );
    const spot = { flow: FLOW, step: "send", word: "TAX_TALK", use: "ask" };
    const letter = {
      title: { th: "ขอเอกสาร", en: "Papers" },
      text: { th: "ส่ง {{reference}}", en: "Send {{reference}}" },
    };
    expect(judged(edited(ended, ...addedLetter(ended, spot, letter))).findings).toEqual([]);
  });
});

test("in a flow that is open to everyone, the studio offers no effect that needs an account", () => {
  const offered = effectsIn(begun("anonymous"), FLOW);
  expect(
    offered.filter((one) => (readJson(`schemas/effects/${one}.json`) as { subject?: string }).subject),
  ).toEqual([]);
  expect(effectsIn(begun("account"), FLOW)).toContain("identity.signContract");
});

describe("a constant for an effect's input", () => {
  const asked = edited(begun("account"), question("matter", "Your question"));
  const sent = edited(asked, ...sending(asked));

  test("is named after the input, with a number if a different step already has a constant of that name", () => {
    expect(constantFor(sent, FLOW, { step: "send", input: "topic" })).toBe("topic");
    expect(constantFor(sent, FLOW, { step: "other", input: "topic" })).toBe("topic2");
  });

  test("is removed when the user gives the input another value, unless another step reads the constant", () => {
    const path = "derived.desk";
    expect(constantOfOne(sent, FLOW, { step: "send", path })).toBe("desk");
    expect(constantOfOne(sent, FLOW, { step: "send", path: "answers.ask.matter" })).toBeNull();
    const shown = edited(sent, {
      op: "set-value",
      args: { file: `flows/${FLOW}/flow.json`, pointer: "/steps/done/shows", value: [path] },
    });
    expect(constantOfOne(shown, FLOW, { step: "send", path })).toBeNull();
    const twice = edited(sent, {
      op: "set-value",
      args: { file: `flows/${FLOW}/flow.json`, pointer: "/steps/send/input/series", value: path },
    });
    expect(constantOfOne(twice, FLOW, { step: "send", path })).toBeNull();
    const without = edited(sent, ...withConstants(sent, FLOW, {}, ["desk"]));
    expect(without[`flows/${FLOW}/flow.json`]).not.toContain('"desk": {');
  });
});

describe("the prepared letters of a case", () => {
  const asked = edited(begun("account"), question("matter", "Your question"));
  const sent = edited(asked, ...sending(asked));
  const spot = { flow: FLOW, step: "send", word: "TAX_TALK", use: "ask" };
  const letter = (name: string) => ({ title: { th: name, en: name }, text: { th: name, en: name } });
  const three = ["A", "B", "C"].reduce(
    (draft, name) => edited(draft, ...addedLetter(draft, spot, letter(name))),
    sent,
  );

  test("can be added one after another, and can be removed from the middle", () => {
    expect(lettersIn(three, spot)).toBe(3);
    const two = edited(three, ...removedLetter(three, spot, 1));
    expect(lettersIn(two, spot)).toBe(2);
    for (const language of LANGUAGES) {
      const text = two[`locales/${language}/${FLOW}.json`] ?? "";
      expect([text.includes('"A"'), text.includes('"B"'), text.includes('"C"')]).toEqual([true, false, true]);
    }
    expect(judged(two).findings).toEqual([]);
  });

  test.each([
    ["a decision", undefined, ["ask", "granted", "refused"]],
    ["a letter", "LETTER", ["ask", "answered"]],
    ["a note", "NOTE", ["ask", "done"]],
  ])("are available only for the outcomes of a case that ends with %s", (_, answer, uses) => {
    const file = `flows/${FLOW}/flow.json`;
    const draft =
      answer === undefined
        ? sent
        : edited(sent, ...withConstants(sent, FLOW, { answer }), {
            op: "set-value",
            args: { file, pointer: "/steps/send/input/answer", value: "derived.answer" },
          });
    expect(lettersOf(draft, { flow: FLOW, step: "send" }).uses).toEqual(uses);
  });
});

describe("the name of a rule", () => {
  const file = "flows/tax-talk/rules/of-age.json";
  const must = [{ id: "one", reason: "tax-talk:tax-talk.why", logic: true }];
  const content = { id: "of-age", title: "tax-talk:tax-talk.age", must };
  const draft = { ...begun("account"), [file]: printed(content) };
  const called = (of: Draft) => ruleTitle(of, { rule: "of-age", lng: "en", unnamed: "No name" });
  const text = (name: string, en: string): Operation => ({
    op: "set-text",
    args: { key: `tax-talk:tax-talk.${name}`, th: en, en },
  });

  test("a rule without a title is named by its first reason, or else by a sentence", () => {
    expect(called(draft)).toBe("No name");
    const explained = edited(draft, text("why", "Only adults"));
    expect(called(explained)).toBe("Only adults");
    expect(called(edited(explained, text("age", "Age")))).toBe("Age");
  });
});

describe.each(LANGUAGES)("the studio's texts in %s", (language) => {
  const words = (file: string) => readJson(`locales/${language}/${file}.json`) as never;
  const studio = words("studio") as { readonly [part: string]: { readonly [name: string]: unknown } };
  const definition = words("definition") as { readonly effects: { readonly [room: string]: object } };
  const effects = Object.keys(source.files).flatMap(
    (path) => /^schemas\/effects\/(.+)\.json$/.exec(path)?.[1] ?? [],
  );

  test("the studio's texts describe every effect", () => {
    const named = Object.entries(definition.effects).flatMap(([room, all]) =>
      Object.keys(all).map((one) => `${room}.${one}`),
    );
    expect(effects.filter((one) => !named.includes(one))).toEqual([]);
  });

  test("describe every input of an effect that a flow spells out, and the input's values", () => {
    const unnamed = effects.flatMap((effect) => {
      const { spelled = [], input } = readJson(`schemas/effects/${effect}.json`) as {
        readonly spelled?: readonly string[];
        readonly input: {
          readonly properties: { readonly [name: string]: { readonly enum?: readonly string[] } };
        };
      };
      return spelled.flatMap((name) => [
        ...(Object.hasOwn(studio.input ?? {}, name) ? [] : [`${effect} ${name}`]),
        ...(input.properties[name]?.enum ?? []).filter((one) => !Object.hasOwn(studio.spelled ?? {}, one)),
      ]);
    });
    expect(unnamed).toEqual([]);
  });

  test("describe corrections only for findings that the engine can report", () => {
    const findings = Object.keys(words("finding")).map((key) => key.replaceAll(".", "-"));
    expect(Object.keys(studio.mend ?? {}).filter((key) => !findings.includes(key))).toEqual([]);
  });
});
