import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { baht } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import { fitsSchema } from "../../../../../engine/flow/fits-schema.ts";
import { compileInProcess } from "../../../../../engine/flow/loading.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../../engine/values/json.ts";
import { cutLine, scaleOf } from "../../../../../engine/verify/model/partition/ordered.ts";
import { textOfPattern } from "../../../../../engine/verify/model/partition/pattern-text.ts";
import { completed, samplesOf } from "../../../../../engine/verify/model/partition/samples.ts";
import { flowNames, loadFlow } from "../../../../definitions/definition-files.ts";

describe("the sample answers for a schema", () => {
  it.each(flowNames())(
    "the sample answers include, for every form of %s, answers that the form's validator accepts",
    async (flow) => {
      const definition = await loadFlow(flow);
      const compiled = compileInProcess(definition);
      for (const [step, schema] of Object.entries(definition.schemas)) {
        const answers = samplesOf(schema, formats, 3);
        expect(answers.length, step).toBeGreaterThan(0);
        const form = compiled.plan.byId.get(step)?.form;
        for (const answer of answers)
          expect({ step, errors: form?.judge(answer as JsonObject).errors }).toEqual({ step, errors: [] });
      }
    },
  );

  it.each(flowNames())(
    "fitsSchema and the validator agree, for every form of %s, if a field is left out",
    async (flow) => {
      const definition = await loadFlow(flow);
      const compiled = compileInProcess(definition);
      for (const [step, schema] of Object.entries(definition.schemas)) {
        const form = compiled.plan.byId.get(step)?.form;
        const [answer] = samplesOf(schema, formats) as readonly JsonObject[];
        for (const field of Object.keys(answer ?? {})) {
          const { [field]: _, ...less } = answer as { readonly [name: string]: Json };
          const cleaned = form?.clean(less) ?? less;
          expect({ step, field, fits: fitsSchema(cleaned, schema, formats) }).toEqual({
            step,
            field,
            fits: form?.validate(cleaned) === true,
          });
        }
      }
    },
  );

  it("the sample answers keep given values, include the fields that these require, and omit withheld values", () => {
    const consequence = "then";
    const schema: JsonSchema = {
      type: "object",
      properties: { kind: { enum: ["A", "B"] }, more: { type: "string" }, less: { type: "integer" } },
      required: ["kind", "less"],
      allOf: [
        {
          if: { properties: { kind: { const: "B" } }, required: ["kind"] },
          [consequence]: { required: ["more"] },
        },
      ],
    };
    expect(Object.keys(completed(schema, { given: { kind: "B" }, formats }))).toEqual([
      "kind",
      "less",
      "more",
    ]);
    expect(completed(schema, { given: { kind: "A" }, formats, withheld: new Set(["less"]) })).toEqual({
      kind: "A",
    });
  });

  it.each([
    "^[0-9]{10}$",
    "^([0-9]{12}|[0-9]{15})$",
    "^[A-Z]{2}\\d{10}$",
    "^\\+?[0-9]*$",
    "^[^ ]+x?$",
    "^[\\u0E00-\\u0E7F]+$",
  ])("the sample answers include a text that matches %s", (pattern) => {
    expect(textOfPattern(pattern, 0)).toMatch(new RegExp(pattern, "u"));
    expect(textOfPattern(pattern, 1)).toMatch(new RegExp(pattern, "u"));
  });
});

describe("cells of a number line", () => {
  it("the cells of a number line cover every value within the bounds exactly once", () => {
    const bounds = fc.integer({ min: -20, max: 20 });
    fc.assert(
      fc.property(
        bounds,
        fc.nat(30),
        fc.array(fc.integer({ min: -30, max: 60 }), { maxLength: 4 }),
        (least, width, constants) => {
          const schema = { type: "integer", minimum: least, maximum: least + width };
          const scale = scaleOf({ kind: "integer" }, schema);
          if (!scale) throw new Error("whole numbers have a line");
          const stretches = cutLine(scale, { constants, copies: 1 });
          for (let value = least; value <= least + width; value += 1)
            expect(stretches.filter(({ from, to }) => value >= from && value <= to)).toHaveLength(1);
          for (const { at, from, to } of stretches) expect(at >= from && at <= to).toBe(true);
        },
      ),
    );
  });

  it("the cells between two constants contain as many values as the condition compares", () => {
    const scale = scaleOf({ kind: "decimal", of: baht }, { type: "string", format: "baht" });
    if (!scale) throw new Error("amounts have a line");
    const points = cutLine(scale, { constants: [1_000, 1_002], copies: 3 }).map(({ at }) =>
      scale.fromPoint(at),
    );
    expect(points).toEqual(["0.00", "0.01", "0.02", "10.00", "10.01", "10.02", "10.03", "10.04", "10.05"]);
  });
});
