import { beforeAll, describe, expect, test } from "vitest";
import type { Definition, Step } from "../../../engine/flow/index.ts";
import { load } from "../../../engine/verify/index.ts";
import { followFindings } from "../../../server/definitions/follow-safety.ts";
import { readSource } from "../../../server/definitions/source.ts";
import { FIXTURES } from "../flows/world.ts";

let shop: Definition;
beforeAll(async () => {
  const { source } = await readSource(FIXTURES, "shop");
  const loaded = load(source);
  if (!loaded.ok) throw new Error("the fixture is unsound");
  shop = loaded.value;
});

const steps = () => shop.flow.steps;
const withSteps = (changed: { readonly [step: string]: Step | undefined }): Definition => ({
  ...shop,
  flow: {
    ...shop.flow,
    steps: Object.fromEntries(Object.entries({ ...steps(), ...changed }).filter(([, step]) => step)) as never,
  },
});

describe("a version that instances under way follow", () => {
  test("may be the same, and may ask something new behind what was committed", () => {
    expect(followFindings(shop, shop)).toEqual([]);
    const money = { ...steps().money, next: [{ to: "thanks" }] } as Step;
    const thanks: Step = { kind: "form", next: [{ to: "paid" }] };
    expect(followFindings(shop, withSteps({ money, thanks }))).toEqual([]);
  });

  test("may ask something new before it, as long as nothing behind it reads the answer", () => {
    const choose = { ...steps().choose, next: [{ to: "colour" }] } as Step;
    const colour: Step = { kind: "form", next: [{ to: "review" }] };
    expect(followFindings(shop, withSteps({ choose, colour }))).toEqual([]);
    const paid = { ...steps().paid, shows: ["answers.colour.shade"] } as Step;
    expect(followFindings(shop, withSteps({ choose, colour, paid }))).toContainEqual(
      expect.objectContaining({ code: "follow-unasked", pointer: "/steps/colour" }),
    );
  });

  test.each([
    ["takes away an effect", () => withSteps({ place: undefined })],
    ["takes away a wait", () => withSteps({ money: undefined })],
    [
      "makes an effect do something else",
      () => withSteps({ place: { ...steps().place, effect: "test.other" } as Step }),
    ],
    ["makes an effect a form", () => withSteps({ place: { kind: "form", next: [{ to: "money" }] } })],
    ["waits for something else", () => withSteps({ money: { ...steps().money, for: "test.other" } as Step })],
  ])("is unsafe where it %s", (_what, make) => {
    const findings = followFindings(shop, make());
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "follow-receipt-lost", severity: "error" }),
    );
  });

  test("is unsafe where what comes after a receipt reads a field that the old form did not have", () => {
    const after: Definition = {
      ...withSteps({ paid: { ...steps().paid, shows: ["answers.choose.why"] } as Step }),
      schemas: { ...shop.schemas, choose: { ...shop.schemas.choose, required: ["item", "amount", "why"] } },
    };
    expect(followFindings(shop, after)).toContainEqual(expect.objectContaining({ code: "follow-unasked" }));
  });
});
