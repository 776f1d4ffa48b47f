import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { offerAt } from "../../../../engine/flow/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { looseEnds, verify } from "../../../../engine/verify/lint/index.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { NAMES } from "../../../../server/sources/names.ts";
import { at, END, form, gone, is, must, not, TEXT, YES } from "../../fixtures/parts.ts";
import { compiledOf, type Small, smallSource, sound } from "../../fixtures/small-flow.ts";

const linked = (entries: readonly JsonObject[], more: JsonObject = {}): Small => ({
  steps: { ask: form([at("flags.more"), "done"], "done"), done: END },
  flow: { flags: ["more"], entries, ...more },
  forms: { ask: { code: TEXT } },
  facts: { who: { sure: YES, "level?": { type: "integer", minimum: 1, maximum: 5 } }, thing: { open: YES } },
  args: { thing: { code: "answers.ask.code" } },
  absent: ["who"],
  rules: { sure: must(at("facts.who.sure")) },
});

function found(of: Small): readonly string[] {
  const source = smallSource(of);
  const { definition, findings } = verify(source, trade);
  const loose = definition === null ? [] : looseEnds(definition, source, NAMES);
  return [...findings, ...loose].map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("the link to a flow on a page", () => {
  const compiled = compiledOf(
    linked([
      { place: "contact" },
      { place: "me", when: "sure" },
      { place: "overview", when: { and: [at("flags.more"), { ">": [at("facts.who.level"), 2] }] } },
    ]),
  );
  const offered = (place: string, who: JsonObject | null, more = false) =>
    offerAt(compiled, place, { who }, { more });

  it.each<readonly [place: string, who: JsonObject | null, more: boolean, isOffered: boolean]>([
    ["contact", null, false, true],
    ["me", { sure: true }, false, true],
    ["me", { sure: false }, false, false],
    ["me", null, false, false],
    ["overview", { sure: true, level: 3 }, true, true],
    ["overview", { sure: true, level: 2 }, true, false],
    ["overview", { sure: true }, true, false],
    ["overview", { sure: true, level: 3 }, false, false],
    ["strategies", { sure: true, level: 3 }, true, false],
  ])(
    "the link to a flow at %s, for the fact %j and the switch %s, is shown as expected: %s",
    (place, who, more, isOffered) => {
      expect(offered(place, who, more)).toEqual({ needs: null, isOffered });
    },
  );

  it("the link to a flow requests only the facts that its condition reads", () => {
    expect(offerAt(compiled, "me", {}, {})).toEqual({ needs: [{ fact: "who", args: {} }] });
    expect(offerAt(compiled, "contact", {}, {})).toEqual({ needs: null, isOffered: true });
  });
});

const entryCodes = (of: Small) =>
  prove(sound(of))
    .map(({ code }) => code)
    .filter((code) => code.startsWith("entry-"));

describe("the checks of links to a flow", () => {
  it.each<readonly [what: string, of: Small, finding: string]>([
    ["an unknown location", linked([{ place: "cellar" }]), "unknown-entry /entries/0/place"],
    ["a duplicate location", linked([{ place: "me" }, { place: "me" }]), "entry-twice /entries/1/place"],
    [
      "an unknown page",
      linked([], { entries: undefined as never, address: "/cellar" }),
      "unknown-address /address",
    ],
    [
      "an answer in the condition",
      linked([{ place: "me", when: is("answers.ask.code", "x") }]),
      "entry-reads /entries/0/when",
    ],
    [
      "a fact that depends on an answer",
      linked([{ place: "me", when: at("facts.thing.open") }]),
      "entry-reads /entries/0/when",
    ],
    ["an unknown rule", linked([{ place: "me", when: "unsure" }]), "unknown-rule /entries/0/when"],
    [
      "an invalid condition",
      linked([{ place: "me", when: at("facts.who.level") }]),
      "not-a-condition /entries/0/when",
    ],
  ])("report %s", (_, of, finding) => {
    expect(found(of)).toContain(finding);
  });

  it("require the texts of a link in both languages", () => {
    const source = smallSource(linked([{ place: "me" }]));
    const { th } = JSON.parse(JSON.stringify({ th: source.files["locales/th/small.json"] })) as {
      th: JsonObject;
    };
    delete (th.small as { entries?: unknown }).entries;
    const { findings } = verify(
      { ...source, files: { ...source.files, "locales/th/small.json": th } },
      trade,
    );
    expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      "missing-text /small/entries/me/label",
    );
  });

  it.each<readonly [what: string, when: JsonObject, findings: readonly string[]]>([
    // The flow itself does not check the condition, so users outside the entry can still open its address.
    ["holds for some users", at("facts.who.sure"), ["entry-hides-only"]],
    ["holds for no user", { and: [at("facts.who.sure"), not(at("facts.who.sure"))] }, ["entry-never"]],
    ["never holds, because the maximum level is five", { ">": [at("facts.who.level"), 5] }, ["entry-never"]],
    [
      "holds for all users",
      { or: [gone("facts.who.sure"), { or: [at("facts.who.sure"), not(at("facts.who.sure"))] }] },
      ["entry-always"],
    ],
  ])("give the expected findings if the condition of a link %s", (_, when, findings) => {
    expect(entryCodes(linked([{ place: "me", when }]))).toEqual(findings);
  });

  it.each<readonly [what: string, when: JsonObject | string]>([
    ["an inline condition", at("facts.who.sure")],
    ["a rule", "sure"],
  ])(
    "warn that %s hides only the link, unless the flow itself leads all remaining users to a different step",
    (_, when) => {
      const open = linked([{ place: "me", when }]);
      expect(entryCodes(open)).toEqual(["entry-hides-only"]);
      const gate = { kind: "decide", next: [{ when: at("facts.who.sure"), to: "ask" }, { to: "stopped" }] };
      const stopped = { kind: "end", outcome: "stopped", reason: "not-for-all", links: ["/overview"] };
      const steps = { gate, ...open.steps, stopped };
      expect(entryCodes({ ...open, steps, flow: { ...open.flow, start: "gate" } })).toEqual([]);
    },
  );
});
