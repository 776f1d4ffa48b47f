import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkWaits } from "../../../../engine/verify/lint/check-waits.ts";
import { act, END, form } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const HOLD: JsonObject = {
  ...{ kind: "wait", for: "small.came", since: "act", within: "P30D", onTimeout: { to: "done" } },
  next: [{ to: "done" }],
};

const HOW = { type: "string", enum: ["ASK", "TELL"] };

/**
 * Returns the faults of a wait after `small.act`, whose input `how` is a constant, an answer, or left out.
 */
function faults(sentBy: JsonObject | undefined, how: JsonObject | "asked" | null) {
  const spelled = how !== null && how !== "asked";
  const input = how === null ? {} : { input: { how: spelled ? "derived.how" : "answers.ask.how" } };
  const definition = small({
    flow: spelled ? { derived: { how } } : {},
    forms: { ask: { how: HOW } },
    inputs: { "small.act": { "how?": HOW } },
    steps: { ask: form("act"), act: { ...act("hold"), ...input }, hold: HOLD, done: END },
  });
  const came = { ...definition.events["small.came"], ...(sentBy === undefined ? {} : { sentBy }) };
  return checkWaits({ ...definition, events: { "small.came": came } } as typeof definition);
}
const params = { event: "small.came", effect: "small.act" };
const never = { pointer: "/steps/hold/since", says: { key: "wait-unheard", params } };
const input = (value: string) => ({
  pointer: "/steps/hold/since",
  says: { key: "wait-unheard.input", params: { ...params, name: "how", value } },
});
const ASK = { "small.act": { how: ["ASK"] } };

it.each<
  readonly [what: string, sentBy: JsonObject | undefined, how: JsonObject | "asked" | null, faults: object[]]
>([
  ["an event that does not name an effect", undefined, null, []],
  ["an event of another effect", { "small.other": {} }, null, [never]],
  ["an event that follows this effect, whatever its inputs", { "small.act": {} }, { const: "TELL" }, []],
  ["an input with which the event follows", ASK, { const: "ASK" }, []],
  ["an input with which the event never follows", ASK, { const: "TELL" }, [input("TELL")]],
  ["an answer with which the event follows only sometimes", ASK, "asked", [input("TELL")]],
  ["an input that is left out", ASK, null, [input("null")]],
  ["an input that may be left out", { "small.act": { how: ["ASK", null] } }, null, []],
])(
  "the check that the event of a wait can happen gives the expected findings for %s",
  (_what, sentBy, how, expected) => {
    expect(faults(sentBy, how)).toEqual(expected);
  },
);
