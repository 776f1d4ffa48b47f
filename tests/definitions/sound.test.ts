import { expect, test } from "vitest";
import { trade } from "../../domain/index.ts";
import { verify } from "../../engine/verify/lint/index.ts";
import { readSource } from "../../server/sources/source.ts";
import { flowNames, jsonNames, ROOT, readJson } from "./definition-files.ts";

test("every flow that the specification requires exists", () => {
  expect(flowNames()).toEqual(
    expect.arrayContaining(["complaint", "contact-back", "invest", "kyc", "pin", "sign-up"]),
  );
});

test.each(flowNames())("verification finds no fault in the flow %s", async (flow) => {
  const reading = await readSource(ROOT, flow);
  expect(reading.findings).toEqual([]);
  expect(verify(reading.source, trade).findings).toEqual([]);
});

test("every schema has the name of its file", () => {
  for (const folder of ["common", ...flowNames()])
    for (const name of jsonNames(`schemas/${folder}`))
      expect(readJson(`schemas/${folder}/${name}.json`).$id).toBe(`${folder}/${name}`);
});

test("each flow uses every schema in its folder", () => {
  for (const flow of flowNames()) {
    const steps = readJson(`flows/${flow}/flow.json`).steps as {
      readonly [step: string]: { schema?: string };
    };
    const used = new Set(Object.entries(steps).map(([step, { schema }]) => schema ?? `${flow}/${step}`));
    for (const name of jsonNames(`schemas/${flow}`)) expect(used).toContain(`${flow}/${name}`);
  }
});

test("the flow of identity verification has the seven numbered steps of the specification", () => {
  expect(readJson("flows/kyc/flow.json").groups).toEqual([
    "log-in",
    "card",
    "general",
    "suitability",
    "fatca",
    "bank",
    "contract",
  ]);
});

test("the flow of identity verification tells the user that the flow takes about fifteen minutes", () => {
  expect(readJson("flows/kyc/flow.json").minutes).toBe(15);
});

test("the definitions of flows contain exactly six strategies", () => {
  expect(readJson("schemas/common/strategy-code.json").enum).toEqual([
    "M-BTCA",
    "M-LCAP",
    "M-BLOCKCHAIN",
    "M-METAVERSE",
    "M-STABLE",
    "M-NEXT GEN",
  ]);
});

test("the flows complaint and contact-back need no program code except one effect each", () => {
  for (const flow of ["complaint", "contact-back"]) {
    const steps = Object.values(
      readJson(`flows/${flow}/flow.json`).steps as { readonly [step: string]: { kind: string } },
    );
    expect(steps.filter(({ kind }) => kind === "effect")).toHaveLength(1);
    expect(readJson(`flows/${flow}/flow.json`)).toMatchObject({ facts: {}, derived: {} });
  }
});
