import type { JsonObject } from "../../../../engine/values/json.ts";
import type { AtStep } from "../../../../engine/verify/prove/at-step.ts";
import type { Proof, Shown } from "../../../../engine/verify/prove/witness.ts";
import { at, END, effect, form, gone, WHOLE, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { setOf } from "./space.ts";

/** A flow of a form, an effect, and another form. */
export const SMALL: Small = {
  steps: {
    ask: form([at("answers.ask.yes"), "act"], "out"),
    act: effect({ no: { to: "out" } }, [at("facts.f.p"), "last"], "out"),
    last: form([{ ">": [at("derived.sum"), 20] }, "done"], [gone("answers.last.n"), "out"], "done"),
    out: END,
    done: END,
  },
  forms: { ask: { yes: YES }, last: { "n?": WHOLE, "m?": WHOLE } },
  facts: { f: { p: YES } },
  outputs: { "small.act": { ok: YES } },
  flow: { flags: ["on"], derived: { sum: { fn: "sum", args: ["answers.last.n", "answers.last.m"] } } },
};

/** Returns the users who reach a step (or have answered at the step) and have these values. */
export function whoever({ walk }: Proof, step: string, who: JsonObject = {}, answered = false): Shown {
  const sets = walk.sets.get(step);
  const { diagrams } = walk.flow.space;
  const among = (answered ? sets?.answered : sets?.arrive) ?? diagrams.no;
  return { set: diagrams.both(among, setOf(walk.flow, who)), answered, shows: () => true };
}

export function atStep(proof: Proof, id: string, why: AtStep["why"] = null): AtStep {
  const { sets, flow } = proof.walk;
  return { proof, id, step: flow.definition.flow.steps[id], sets: sets.get(id), why } as AtStep;
}
