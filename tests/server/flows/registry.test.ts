import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EffectSignature, FactDeclaration } from "../../../engine/flow/index.ts";
import { accountsEffects, accountsFacts } from "../../../server/accounts/index.ts";
import { casesEffects } from "../../../server/cases/index.ts";
import { erasureFacts } from "../../../server/erasure/index.ts";
import { filesFacts } from "../../../server/files/index.ts";
import { createRegistry } from "../../../server/flows/index.ts";
import { fundFacts } from "../../../server/fund/index.ts";
import { identityEffects, identityFacts } from "../../../server/identity/index.ts";
import { ordersEffects, ordersFacts } from "../../../server/orders/index.ts";
import { paymentsEffects, paymentsFacts } from "../../../server/payments/index.ts";
import { placesFacts } from "../../../server/places/index.ts";

const root = join(import.meta.dirname, "../../..");
const read = <Value>(path: string): Value => JSON.parse(readFileSync(join(root, path), "utf8")) as Value;
const signatures = readdirSync(join(root, "schemas/effects"))
  .filter((file) => file.endsWith(".json"))
  .map((file) => read<EffectSignature>(`schemas/effects/${file}`));
const facts = Object.entries(read<Record<string, FactDeclaration>>("flows/shared/facts.json"));

// The test reads only ids and modes, so the rooms need no dependencies.
const nothing = {} as never;
const registry = createRegistry(
  [
    ...accountsEffects(nothing, nothing),
    ...identityEffects(nothing, nothing),
    ...ordersEffects(nothing),
    ...paymentsEffects(nothing),
    ...casesEffects(nothing),
  ],
  [
    ...accountsFacts(nothing),
    ...identityFacts(nothing),
    ...fundFacts(nothing),
    ...paymentsFacts(nothing),
    ...ordersFacts(nothing),
    ...filesFacts(nothing),
    ...placesFacts(),
    ...erasureFacts,
  ],
);

describe("the registry of effects and facts", () => {
  test.each(signatures.map((signature) => [signature.id, signature] as const))(
    "contains one handler for the signature %s, with the mode of the signature",
    (id, { mode }) => {
      expect(registry.effects.get(id)?.mode).toBe(mode);
    },
  );

  test("contains no handler without a signature", () => {
    expect([...registry.effects.keys()].sort()).toEqual(signatures.map(({ id }) => id).sort());
  });

  test("supplies all facts that are declared, and no others", () => {
    expect([...registry.facts.keys()].sort()).toEqual(facts.map(([name]) => name).sort());
  });

  test("does not accept two handlers for one effect", () => {
    const twice = [...casesEffects(nothing), ...casesEffects(nothing)];
    expect(() => createRegistry(twice, [])).toThrow("registered twice");
  });
});
