import { expect, it } from "vitest";
import { effectInput, type Instance, inMemory, submit } from "../../../engine/flow/index.ts";
import { ENDS, effect, form, WHOLE } from "../fixtures/parts.ts";
import { compiledOf } from "../fixtures/small-flow.ts";

const PIN = { type: "string", enum: ["1111"], writeOnly: true };

it("the input of an effect with secrets contains facts and derived values that nothing else reads", () => {
  const compiled = compiledOf({
    steps: {
      own: {
        ...effect({ no: { to: "out" } }, "done"),
        form: true,
        input: { pin: "form.pin", n: "facts.f.n", twice: "derived.twice" },
      },
      ...ENDS,
    },
    flow: { derived: { twice: { fn: "sum", args: ["facts.f.n", "facts.f.n"] } } },
    forms: { own: { pin: PIN } },
    facts: { f: { n: WHOLE } },
    inputs: { "small.act": { pin: PIN, n: WHOLE, twice: WHOLE } },
  });
  const alone = inMemory(compiled, () => ({ flags: {}, facts: { f: { n: 3 } } }));
  alone.stands();
  const decision = alone.submit({ step: "own", answer: { pin: "1111" } });
  if (decision.kind !== "accepted") throw new Error(decision.kind);
  const { input } = effectInput(compiled, decision.walk, decision.form);
  expect(input).toEqual({ pin: "1111", n: 3, twice: 6 });
  // The input is the same, so the receipt of the failure counts. The user goes to the step after the error.
  alone.happen(decision.walk, { fails: "no" }, decision.form);
  expect(alone.stands().walk.at).toMatchObject({ kind: "end", step: "out" });
});

it("the decision about a submitted answer with secrets reads each earlier answer only once", () => {
  const compiled = compiledOf({
    steps: {
      first: form("own"),
      own: { ...effect({ no: { to: "out" } }, "done"), form: true, input: { pin: "form.pin" } },
      ...ENDS,
    },
    forms: { first: { n: WHOLE }, own: { pin: PIN } },
    inputs: { "small.act": { pin: PIN } },
  });
  let walks = 0;
  const first = {
    revision: 1,
    // Counts the walks: each walk reads the answer of the first step once.
    get value() {
      walks += 1;
      return { n: 1 };
    },
  };
  const instance: Instance = { id: "i", flow: "small", version: "v", answers: { first }, receipts: [] };
  const walksOf = (pin: string) => {
    walks = 0;
    const { kind } = submit(compiled, instance, {}, {}, { step: "own", answer: { pin } });
    return { kind, walks };
  };
  expect(walksOf("1111")).toEqual({ kind: "accepted", walks: 1 });
  expect(walksOf("2222")).toEqual({ kind: "refused", walks: 1 });
});
