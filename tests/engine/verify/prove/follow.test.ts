import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Definition, Step } from "../../../../engine/flow/index.ts";
import { load } from "../../../../engine/verify/lint/index.ts";
import { prove, proveFollow } from "../../../../engine/verify/prove/index.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { ROOT } from "../../../definitions/definition-files.ts";

let shop: Definition;
beforeAll(async () => {
  const { source } = await readSource(join(ROOT, "tests/server/flows/fixtures"), "shop");
  const loaded = load(source, trade);
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

describe("a new version with which open instances continue", () => {
  test("a new version may equal the old version, and may ask new questions after a receipt", () => {
    expect(proveFollow(shop, shop)).toEqual([]);
    const money = { ...steps().money, next: [{ to: "thanks" }] } as Step;
    const thanks: Step = { kind: "form", next: [{ to: "paid" }] };
    expect(proveFollow(shop, withSteps({ money, thanks }))).toEqual([]);
  });

  test("a new version may ask new questions before a receipt if nothing after the receipt reads the answer", () => {
    const choose = { ...steps().choose, next: [{ to: "colour" }] } as Step;
    const colour: Step = { kind: "form", next: [{ to: "review" }] };
    expect(proveFollow(shop, withSteps({ choose, colour }))).toEqual([]);
    const paid = { ...steps().paid, shows: ["answers.colour.shade"] } as Step;
    expect(proveFollow(shop, withSteps({ choose, colour, paid }))).toContainEqual(
      expect.objectContaining({ code: "follow-unasked", pointer: "/steps/colour" }),
    );
  });

  test.each([
    ["removes an effect", () => withSteps({ place: undefined })],
    ["removes a wait", () => withSteps({ money: undefined })],
    [
      "makes an effect do something else",
      () => withSteps({ place: { ...steps().place, effect: "test.other" } as Step }),
    ],
    ["turns an effect into a form", () => withSteps({ place: { kind: "form", next: [{ to: "money" }] } })],
    ["waits for another event", () => withSteps({ money: { ...steps().money, for: "test.other" } as Step })],
  ])("a new version is unsafe if the version %s", (_what, make) => {
    const findings = proveFollow(shop, make());
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "follow-receipt-lost", severity: "error" }),
    );
  });

  test("a new version is unsafe if a step after a receipt reads a field that the old form lacked", () => {
    const choose = shop.schemas.choose as { readonly properties: object };
    const asked = {
      ...choose,
      properties: { ...choose.properties, why: { type: "string" } },
      required: ["item", "amount", "why"],
    };
    const after: Definition = {
      ...withSteps({ paid: { ...steps().paid, shows: ["answers.choose.why"] } as Step }),
      schemas: { ...shop.schemas, choose: asked as never },
    };
    expect(proveFollow(shop, after)).toContainEqual(expect.objectContaining({ code: "follow-unasked" }));
  });

  test("a new version is unsafe if a frozen answer that is read later is no longer valid; the finding has an example", () => {
    const choose = shop.schemas.choose as { readonly properties: { readonly item: object } };
    const narrower = {
      ...choose,
      properties: { ...choose.properties, item: { type: "string", minLength: 9 } },
    };
    const after: Definition = {
      ...withSteps({ paid: { ...steps().paid, shows: ["answers.choose.item"] } as Step }),
      schemas: { ...shop.schemas, choose: narrower as never },
    };
    expect(proveFollow(shop, after)).toContainEqual(
      expect.objectContaining({ code: "follow-refused", pointer: "/steps/place" }),
    );
    // No step after the order reads the answer, so the frozen answer does not matter.
    const unread = { ...shop, schemas: { ...shop.schemas, choose: narrower as never } };
    expect(proveFollow(shop, unread).map(({ says }) => says)).not.toContainEqual(
      expect.objectContaining({ params: expect.objectContaining({ step: "money" }) }),
    );
  });

  test("an unsafe version is reported with a replayed user who just got the receipt in the old version", () => {
    const findings = proveFollow(shop, withSteps({ place: undefined }));
    expect(findings.length).toBeGreaterThan(0);
    for (const { witness } of findings) {
      expect(witness).toMatchObject({
        replayed: true,
        words: { th: expect.any(String), en: expect.any(String) },
      });
      expect(witness?.path).toContain("place");
    }
  });

  test("the proof of a version checks the instances that continue, unless instances keep the old version", () => {
    const after = withSteps({ money: undefined });
    const codes = (now: Definition) => prove(now, { before: shop }).map(({ code }) => code);
    expect(codes(after)).toContain("follow-receipt-lost");
    const staying = { ...after, flow: { ...after.flow, inFlight: "stay" as const } };
    expect(codes(staying)).not.toContain("follow-receipt-lost");
  });
});
