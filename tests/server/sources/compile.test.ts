import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { retrieveSchema as retrieve } from "@rjsf/utils";
import createPrecompiled from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import {
  derive,
  type FlowModule,
  fromModule,
  inputHash,
  tradeOf,
  withTrade,
} from "../../../engine/flow/index.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/lint/index.ts";
import { compileModule } from "../../../server/sources/compile.ts";
import { definitionHash } from "../../../server/sources/compile-hash.ts";
import { listFlows, readSource } from "../../../server/sources/source.ts";
import { instanceOf, open, shop, shopDefinition, shopFacts } from "../../engine/flow/fixtures/shop.ts";

type RjsfValidator = ReturnType<typeof createPrecompiled>;
const createPrecompiledValidator = (validateFns: unknown, schema: JsonSchema): RjsfValidator =>
  createPrecompiled<unknown>(validateFns as never, schema as object);
const retrieveSchema = (
  validator: RjsfValidator,
  schema: JsonSchema,
  root: JsonSchema,
  data: JsonObject,
): JsonSchema => retrieve(validator, schema as never, root as never, data) as JsonSchema;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saphan-compile-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function moduleOf(name: string, source: string): Promise<FlowModule> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, source);
  return (await import(pathToFileURL(path).href)) as FlowModule;
}

describe("the published module of a flow", () => {
  it("gives the same walk as the definition that was compiled in the same process", async () => {
    const { source, hash } = await compileModule(shopDefinition);
    const published = fromModule(await moduleOf("shop", source), trade);
    expect(published.hash).toBe(hash);
    const answers = { choose: { item: "A" }, amount: { amount: "150.00" } };
    for (const given of [{}, { choose: { item: "C" } }, { choose: { item: "A", gift: true } }, answers]) {
      const instance = instanceOf(given as Parameters<typeof instanceOf>[0]);
      const { read: _, ...walked } = derive(published, instance, shopFacts, open);
      const { read: __, ...expected } = derive(shop, instance, shopFacts, open);
      expect(walked).toEqual(expected);
    }
    expect(inputHash({ item: "A" })).toMatch(/^[0-9a-f]{64}$/);
  });

  it("has the same bytes for the same definition, and a different hash for a different text", async () => {
    const first = await compileModule(shopDefinition);
    expect(await compileModule(withTrade(structuredClone(shopDefinition), trade))).toEqual(first);
    const texts = structuredClone(shopDefinition.texts) as { th: { [namespace: string]: JsonObject } };
    const changed = await compileModule({
      ...shopDefinition,
      texts: { ...shopDefinition.texts, th: { ...texts.th, button: { continue: "ต่อไป" } } },
    });
    expect(changed.hash).not.toBe(first.hash);
  });

  it("keeps the formats and functions that it was approved with", async () => {
    const { source, hash } = await compileModule(shopDefinition);
    const module = await moduleOf("trade", source);
    const own = tradeOf(fromModule(module, { formats: {}, functions: {} }).definition);
    expect(Object.keys(own.functions)).toEqual(Object.keys(trade.functions));
    expect(own.functions.fee?.run("10000.00", 100)).toBe("100.00");
    expect(own.formats["thai-id"]?.test("1101700230709")).toBe(false);
    const { trade: _, ...older } = module;
    expect(tradeOf(fromModule(older, trade).definition)).toBe(trade);
    expect(definitionHash(withTrade(shopDefinition, { formats: {}, functions: {} }))).toBe(hash);
  });

  it("loads even if code generation from strings is disabled", async () => {
    const { source } = await compileModule(shopDefinition);
    await writeFile(join(folder, "strict.mjs"), source);
    const path = join(folder, "use-strict.mjs");
    await writeFile(
      path,
      'import { validateFns } from "./strict.mjs"; console.log(validateFns["shop/choose"]({ item: "A" }));',
    );
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--disallow-code-generation-from-strings",
      path,
    ]);
    expect(stdout.trim()).toBe("true");
    expect(source).not.toMatch(/\beval\(|new Function\b/);
  });

  it("works with RJSF, which shows a field behind a condition only if the condition holds", async () => {
    const { validateFns, definition } = await moduleOf("rjsf", (await compileModule(shopDefinition)).source);
    const schema = definition.schemas.choose as JsonSchema;
    const validator = createPrecompiledValidator(validateFns, schema);
    const fieldsFor = (data: JsonObject) =>
      Object.keys(retrieveSchema(validator, schema, schema, data).properties as JsonObject);
    expect(fieldsFor({ item: "A" })).toEqual(["item", "gift"]);
    expect(fieldsFor({ item: "A", gift: true })).toEqual(["item", "gift", "note"]);
    const { errors } = validator.validateFormData({ item: "A", gift: true }, schema as never);
    expect(errors.map(({ name, property }) => [name, property])).toContainEqual(["required", "note"]);
  });
});

describe("each of our flows", async () => {
  const flows = await listFlows(process.cwd());
  it.each(flows)("has no errors, compiles, and has a validator for every form: %s", async (flow) => {
    const reading = await readSource(process.cwd(), flow);
    expect(reading.findings).toEqual([]);
    const loaded = load(reading.source, trade);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.error, null, 1));
    const { source, bytes } = await compileModule(loaded.value);
    expect(bytes).toBeLessThan(400_000);
    const module = await moduleOf(flow, source);
    fromModule(module, trade);
    for (const schema of Object.values(module.definition.schemas)) {
      const validator = createPrecompiledValidator(module.validateFns, schema);
      validator.validateFormData({}, schema as never);
      retrieveSchema(validator, schema, schema, {});
    }
  });
});
