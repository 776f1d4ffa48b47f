import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Compiled,
  derive,
  type Flags,
  factKey,
  type Instance,
  inputHash,
  type Receipt,
  receiptTrail,
  type Walk,
} from "../../../../engine/flow/index.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { BOOLEANS, flowOf, object, type Plan, plan, worldsOf } from "./small-plans.ts";

const RUNS = Number(process.env.SAPHAN_FLOWS ?? 150);
const SEED =
  process.env.SAPHAN_FLOWS_SEED === undefined ? {} : { seed: Number(process.env.SAPHAN_FLOWS_SEED) };

/** Additional fields of every form, each with all possible answers. Some of the fields cannot be answered. */
const ASKED: readonly (readonly [schema: JsonSchema, values: readonly Json[]])[] = [
  [{ type: "string", maxLength: 3 }, ["a"]],
  [{ type: "string", pattern: "^a", allOf: [{ pattern: "b$" }], maxLength: 2 }, ["a", "b", "ab", "aab"]],
  [{ type: "string", pattern: "^a", allOf: [{ pattern: "^[b-z]" }] }, ["a", "b", "ab", "ba"]],
  [{ type: "string", pattern: "^[ab]{2,}$", maxLength: 1 }, ["a", "b", "ab", ""]],
  [{ type: "string", format: "pin", enum: ["12345", "123456"] }, ["12345", "123456"]],
  [{ type: "string", format: "pin", maxLength: 5 }, ["12345", "123456"]],
  [{ type: "integer", minimum: 2, exclusiveMaximum: 3 }, [1, 2, 3]],
  [{ type: "integer", minimum: 4, multipleOf: 5, maximum: 4 }, [0, 4, 5]],
  [
    { type: "array", items: { type: "string", enum: ["A", "B"] }, uniqueItems: true, minItems: 3 },
    [
      ["A", "B"],
      ["A", "B", "A"],
    ],
  ],
];

type World = { readonly flags: Flags; readonly f: JsonObject | null };

/**
 * Returns whether any user, replayed one by one, reaches a point where no answer leads further, at this form
 * or an earlier one.
 */
function somebodyIsStuck(compiled: Compiled, of: Plan, values: readonly Json[]): boolean {
  const worlds = worldsOf(compiled, of);
  const answersOf = (step: string): readonly JsonObject[] => {
    const wide = of.wide[Number(step.slice(1))] ? BOOLEANS : [undefined];
    const all = [true, false].flatMap((b) =>
      wide.flatMap((w) => values.map((t): JsonObject => ({ ...object({ b, w }), t }))),
    );
    const judge = compiled.plan.byId.get(step)?.form?.judge;
    return all.filter((answer) => judge?.(answer).errors.length === 0);
  };
  /**
   * Returns the results to which answers lead from here: ends and due effects; none if the user cannot
   * continue. With `fails` an effect always fails, and only the results after that count.
   */
  const waysOn = (
    instance: Instance,
    world: World,
    fails = false,
  ): readonly (readonly [Instance, Walk])[] => {
    const walk = derive(compiled, instance, { [factKey("f", {})]: world.f }, world.flags);
    const { at } = walk;
    if (at.kind === "effect" && at.state === "due" && fails) {
      const receipt: Receipt = {
        kind: "effect",
        step: at.step,
        seq: instance.receipts.length + 1,
        at: "2026-11-24T03:00:00.000Z",
        attempt: 1,
        inputHash: inputHash(at.input),
        outcome: { kind: "failed", code: "no" },
        trail: [],
      };
      return waysOn({ ...instance, receipts: [...instance.receipts, receipt] }, world, true);
    }
    if (at.kind === "end" || (at.kind === "effect" && at.state === "due")) return [[instance, walk]];
    if (at.kind !== "form" || instance.answers[at.step] !== undefined) return [];
    return answersOf(at.step).flatMap((value) => {
      const answers = { ...instance.answers, [at.step]: { value, revision: 1 } };
      return waysOn({ ...instance, answers }, world, fails);
    });
  };
  const begun = new Map<string, boolean>();
  const isStuckFrom = (instance: Instance): boolean => {
    const key = JSON.stringify([instance.answers, instance.receipts]);
    const known = begun.get(key) ?? worlds.some((world) => isStuckIn(instance, world));
    begun.set(key, known);
    return known;
  };
  const isStuckIn = (instance: Instance, world: World): boolean => {
    const ways = waysOn(instance, world);
    return (
      ways.length === 0 ||
      waysOn(instance, world, true).length === 0 ||
      ways.some(([there, { at, ...walk }]) =>
        at.kind !== "effect"
          ? false
          : BOOLEANS.some((ok) => {
              const receipt: Receipt = {
                kind: "effect",
                step: at.step,
                seq: there.receipts.length + 1,
                at: "2026-11-24T03:00:00.000Z",
                attempt: 1,
                inputHash: inputHash(at.input),
                outcome: { kind: "done", output: object({ ok }) },
                trail: receiptTrail({ at, ...walk }),
              };
              return isStuckFrom({ ...there, receipts: [...there.receipts, receipt] });
            }),
      )
    );
  };
  return isStuckFrom({ id: "i", flow: "small", version: "", answers: {}, receipts: [] });
}

const asking = fc.option(fc.constantFrom(...ASKED), { freq: 4 });
const SAYS_SO = ["dead-end", "check-never-holds", "schema-unsatisfiable"];

it(`the prover reports in random flows every user who is stuck, and no other user (${RUNS} flows)`, () => {
  fc.assert(
    fc.property(plan, asking, fc.integer({ min: 1, max: 4 }), (of, asked, failsFar) => {
      const [schema, values] = asked ?? [{ type: "boolean" }, [true]];
      const compiled = flowOf(of, { t: schema as JsonObject }, failsFar);
      const findings = prove(compiled.definition, { compiled, budget: 100_000 });
      const isStuck = somebodyIsStuck(compiled, of, values);
      if (isStuck) expect(findings.map(({ code }) => code).some((code) => SAYS_SO.includes(code))).toBe(true);
      for (const { severity, says, witness } of findings) {
        if (severity === "error" && /^dead-end\./.test(says.key))
          expect([says.key, isStuck]).toEqual([says.key, true]);
        if (/^dead-end/.test(says.key)) expect(witness).toBeDefined();
      }
    }),
    { numRuns: RUNS, ...SEED },
  );
}, 900_000);
