import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { AppError } from "../../../server/http/index.ts";
import { CHOICE, key, makeWorld, PIN, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const STEPS = ["choose", "review", "pin", "place", "money", "paid", "later", "locked", "toString"];

const action = fc.record({
  step: fc.constantFrom(...STEPS),
  answer: fc.oneof(
    fc.constant<JsonObject>(CHOICE),
    fc.constant<JsonObject>({ item: "rice", amount: "120.00" }),
    fc.constant<JsonObject>({ item: "gold", amount: "-1" }),
    fc.constant("as-shown" as const),
    fc.constant<JsonObject>({ values: { "answers.choose.amount": "0.01" } }),
    fc.object({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonObject),
  ),
  code: fc.constantFrom(PIN, "000000", ""),
  replays: fc.boolean(),
});

describe("a walk with skipped, repeated, reordered and forged steps", () => {
  test("never places an unconfirmed order or a second order", async () => {
    const { flows, person, orders } = world;
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        const subject = person();
        const before = await orders();
        let view = await flows.open("shop", subject, { again: false, language: "th" });
        const { id } = view;
        let shown: JsonObject = {};
        let lastKey = key();
        for (const { step, answer, code, replays } of actions) {
          const at = view.at;
          if (at.kind === "review") shown = { values: at.values };
          lastKey = replays ? lastKey : key();
          const body = { answer: answer === "as-shown" ? shown : answer, code };
          try {
            const next = await flows.submit({ id, subject, step, key: lastKey, body });
            // The portal accepts answers only for the current step and for earlier steps that can be changed.
            const open = [
              at.step,
              ...view.trail.filter(({ frozen }) => !frozen).map((passed) => passed.step),
            ];
            if (!replays) expect(open).toContain(step);
            view = next;
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            expect(error.status).toBeGreaterThanOrEqual(400);
            expect(error.status).toBeLessThan(500);
          }
        }
        const { instance, effects } = await flows.view(id, subject);
        const done = instance.receipts.filter(
          (receipt) => receipt.kind === "effect" && receipt.outcome.kind === "done",
        );
        expect(await orders()).toBe(before + done.length);
        expect(done.length).toBeLessThanOrEqual(1);
        if (effects.place === undefined) return;
        const challenge = instance.receipts.find((receipt) => receipt.kind === "challenge");
        const { item, amount } = instance.answers.choose?.value ?? {};
        expect(challenge).toMatchObject({
          outcome: "passed",
          values: { "answers.choose.item": item, "answers.choose.amount": amount },
        });
      }),
      {
        numRuns: Number(process.env.SAPHAN_WALKS_COUNT ?? 60),
        ...(process.env.SAPHAN_WALKS_SEED === undefined
          ? {}
          : { seed: Number(process.env.SAPHAN_WALKS_SEED) }),
      },
    );
  }, 600_000);
});
