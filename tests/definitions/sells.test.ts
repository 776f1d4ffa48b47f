import { expect, test } from "vitest";
import { readJson } from "./definition-files.ts";

type Kept = {
  readonly name: string;
  readonly path: readonly string[];
  readonly traveller: { readonly around: { readonly flags: Readonly<Record<string, boolean>> } };
};

const keptOf = (flow: string) =>
  (readJson(`tests/definitions/paths/${flow}.json`) as { readonly cases: readonly Kept[] }).cases;

test.each(["invest", "reduce", "switch"])(
  "the flow %s asks for a code by e-mail exactly while the feature flag `otp-on-buy-sell` is on",
  (flow) => {
    const placed = keptOf(flow).filter(({ path }) => path.includes("place"));
    expect(
      new Set(placed.map(({ traveller }) => traveller.around.flags["otp-on-buy-sell"] === true)),
    ).toEqual(new Set([true, false]));
    for (const { name, path, traveller } of placed)
      expect([name, path.includes("otp")]).toEqual([
        name,
        traveller.around.flags["otp-on-buy-sell"] === true,
      ]);
  },
);

test("the flow reduce ignores the feature flag `invest`, and the flow switch is closed while the flag `switching` is off", () => {
  expect((readJson("flows/reduce/flow.json").flags as readonly string[]).includes("invest")).toBe(false);
  const closed = keptOf("switch").filter(({ traveller }) => traveller.around.flags.switching === false);
  expect(closed.map(({ path }) => path)).toEqual([["gate", "closed"]]);
});
