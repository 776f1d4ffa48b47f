import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import type { Effect, EffectHandler, EffectInput, EffectOf } from "../../../server/flows/index.ts";
import { typesOfEffects } from "../../support/types-of-effects.ts";

const ROOT = join(import.meta.dirname, "../../..");

// `npm test -- tests/server/flows/effect-signatures.test.ts -u` writes the generated file again.
test("the generated types of effects match their signatures", async () => {
  await expect(typesOfEffects(ROOT)).toMatchFileSnapshot("../../../server/flows/effect-signatures.ts");
});

test("a changed signature of an effect leads to different generated types", () => {
  const folder = mkdtempSync(join(tmpdir(), "saphan-signatures-"));
  cpSync(join(ROOT, "schemas"), join(folder, "schemas"), { recursive: true });
  const path = join(folder, "schemas/effects/accounts.setPin.json");
  const signature = JSON.parse(readFileSync(path, "utf8"));
  signature.input.properties.hint = { type: "string", enum: ["a", "b"] };
  writeFileSync(path, JSON.stringify(signature));
  expect(typesOfEffects(folder)).toContain(
    'readonly input: { readonly pin: string; readonly hint?: "a" | "b" };',
  );
  rmSync(folder, { recursive: true });
});

test("the handler of an effect gets the input that the signature declares", () => {
  expectTypeOf<EffectInput<"accounts.setPin">>().toEqualTypeOf<{ readonly pin: string }>();
  expectTypeOf<EffectOf<"identity.checkDopa">["mode"]>().toEqualTypeOf<"remote">();
  expectTypeOf<Effect>().toExtend<EffectHandler>();
});
