import { beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { gate } from "../../../server/gate/gate.ts";
import { type Files, readSource } from "../../../server/sources/index.ts";
import { ROOT } from "../../architecture/sources.ts";
import { readRecipe } from "../../recipes/recipe.ts";

const FLOW = "flows/order-call/flow.json";
let base: Files;
let own: Files;
beforeAll(async () => {
  base = (await readSource(ROOT, "order-call")).source.files;
  const blocks = await readRecipe("A flow");
  own = Object.fromEntries(blocks.map(({ path, text }) => [path, JSON.parse(text) as Json]));
});

type Change = (flow: { [part: string]: JsonObject & Json }, files: { [path: string]: Json }) => void;

/**
 * Returns the gate's findings for the recipe's flow with a beginner's typical mistake, without findings that
 * another finding causes.
 */
async function found(change: Change) {
  const files = structuredClone({ ...base, ...own }) as { [path: string]: Json };
  change(files[FLOW] as Parameters<Change>[0], files);
  const judged = await gate({
    flow: "order-call",
    files,
    before: null,
    base,
    keepsOffers: false,
    flows: ["order-call"],
    beside: [],
    today: "2026-11-23",
    edition: "test",
  });
  const findings = judged.kind === "passed" ? judged.judged.findings : judged.findings;
  return findings.filter(({ because }) => because === undefined);
}

/** Sets the value at a JSON pointer. */
const put =
  (pointer: string, value: Json): Change =>
  (flow) => {
    const names = pointer.split("/").slice(1);
    const last = names.pop() ?? "";
    let at = flow as { [name: string]: Json };
    for (const name of names) at = at[name] as typeof at;
    at[last] = value;
  };

test.each<readonly [what: string, pointer: string, value: Json, code: string, mend: string]>([
  [
    "an effect's name without one letter",
    "/steps/send/effect",
    "cases.openByVisitr",
    "unknown-signature",
    "Write cases.openByVisitor.",
  ],
  [
    "a fact's property with two letters exchanged",
    "/steps/who/prefill/email",
    "facts.investor.emial",
    "unknown-path",
    "Write facts.investor.email.",
  ],
  [
    "a value that the effect does not accept",
    "/derived/desk/const",
    "suport",
    "input-type",
    'In "derived.desk" write one of support, compliance, finance, operations.',
  ],
  [
    "an empty list",
    "/entries",
    [],
    "wrong-shape",
    'Give at least 1; where nothing is meant and it may be left out, leave "entries" out.',
  ],
  [
    "a place that does not exist",
    "/entries/0/place",
    "overveiw",
    "unknown-entry",
    "Write one of: overview, strategies, strategy, me, security, contact.",
  ],
])("operations can correct this finding: %s", async (_, pointer, value, code, mend) => {
  const findings = await found(put(pointer, value));
  expect(findings.map((one) => [one.code, one.mend.en])).toContainEqual([code, mend]);
  expect(findings.map((one) => one.mend.en).filter((text) => /schemas\/|flows\/shared/.test(text))).toEqual(
    [],
  );
});

test("the gate reports all independent errors of a flow together", async () => {
  const findings = await found((flow, files) => {
    put("/steps/who/prefill/email", "facts.investor.emial")(flow, files);
    put("/derived/desk/const", "suport")(flow, files);
    put("/entries/0/place", "overveiw")(flow, files);
  });
  expect(findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["unknown-path", "input-type", "unknown-entry"]),
  );
});

test("an option whose labels differ between places is reported in both languages, but not rejected", async () => {
  const findings = await found((flow, files) => {
    // The effect takes a value from a list that several schemas share.
    const path = "schemas/effects/cases.open.json";
    const signature = structuredClone(files[path]) as {
      input: { properties: { [name: string]: Json } };
    };
    signature.input.properties.about = { $ref: "common/contact-topic" };
    files[path] = signature;
    put("/steps/send/input/about", "derived.topic")(flow, files);
    const texts = files["locales/en/order-call.json"] as {
      "order-call": { derived: { topic: JsonObject & { options: Json } } };
    };
    texts["order-call"].derived.topic.options = { STRATEGIES: "Statement" };
  });
  const told = findings.filter(({ code }) => code === "literal-label");
  expect(told).toMatchObject([{ severity: "warning", pointer: "/derived/topic/const" }]);
  expect(told[0]?.what.en).toContain(
    "called “Statement” in English, and wherever else it is chosen “Strategies”",
  );
  expect((await found(() => undefined)).map(({ code }) => code)).toEqual(["entry-hides-only"]);
});
