import { expect, test } from "vitest";
import type { Definition } from "../../../engine/flow/index.ts";
import { createRegistry } from "../../../server/flows/registry.ts";
import { pinLook } from "../../../server/flows/verify-code.ts";
import { ordersEffects } from "../../../server/orders/effects.ts";
import type { OrdersRoom } from "../../../server/orders/index.ts";
import { flowNames, loadFlow } from "../../definitions/definition-files.ts";

const registry = createRegistry(ordersEffects({} as OrdersRoom), []);

test("a PIN is checked quickly only in the flow of a subscription", async () => {
  const looks: Record<string, string> = {};
  for (const flow of flowNames()) {
    const definition = await loadFlow(flow);
    for (const [id, step] of Object.entries(definition.flow.steps))
      if (step.kind === "challenge" && step.challenge === "pin")
        looks[`${flow}/${id}`] = pinLook({ registry }, { definition }, id);
  }
  expect(looks).toEqual({
    "account-closing/pin": "slow",
    "bank/pin": "slow",
    "email/pin": "slow",
    "estate/pin": "slow",
    "invest/pin": "quick",
    "phone/pin": "slow",
    "pin-change/prove": "slow",
    "reduce/pin": "slow",
    "switch/pin": "slow",
    "wallet/pin": "slow",
  });
});

test("a PIN is checked slowly if a later effect can pay money out, or if no effect follows", async () => {
  const definition = await loadFlow("invest");
  const withSteps = (steps: object) =>
    ({
      definition: {
        ...definition,
        flow: { ...definition.flow, steps: { ...definition.flow.steps, ...steps } },
      },
    }) as { readonly definition: Definition };
  const { steps } = definition.flow;
  const pays = { ...steps.place, effect: "orders.reduce" };
  expect(pinLook({ registry }, withSteps({ otp: pays }), "pin")).toBe("slow");
  expect(pinLook({ registry }, withSteps({ money: pays }), "pin")).toBe("slow");
  const over = { kind: "end", outcome: "done", reason: "order-paid" };
  expect(pinLook({ registry }, withSteps({ otp: over, place: over }), "pin")).toBe("slow");
});
