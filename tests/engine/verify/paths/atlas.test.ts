import { describe, expect, it } from "vitest";
import { brokenAssumption } from "../../../../engine/flow/broken-assumption.ts";
import type { Compiled, Definition } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import {
  type Atlas,
  atlasOf,
  goAlong,
  MOST_PATHS,
  type PathClass,
  wordsOfClass,
} from "../../../../engine/verify/paths/index.ts";
import { flowSpaceOf, walkSymbolically } from "../../../../engine/verify/prove/index.ts";
import { readOrdinary } from "../../../../engine/verify/witness/index.ts";
import { flowNames, loadFlow, readJson } from "../../../definitions/definition-files.ts";

const ordinary = readOrdinary({ "flows/shared/ordinary.json": readJson("flows/shared/ordinary.json") });

type Made = { readonly definition: Definition; readonly compiled: Compiled; readonly atlas: Atlas };
const known = new Map<string, Promise<Made>>();

/** Returns a flow and its atlas, cached for all tests. */
function madeOf(flow: string): Promise<Made> {
  const making =
    known.get(flow) ??
    loadFlow(flow).then((definition) => ({
      definition,
      compiled: compileInProcess(definition),
      atlas: atlasOf(definition, { ordinary }),
    }));
  known.set(flow, making);
  return making;
}

describe.each(flowNames())("the atlas of paths of the flow %s", (flow) => {
  it("each path has a person who takes that path when derive and submit replay the person's answers", async () => {
    const { compiled, atlas } = await madeOf(flow);
    for (const { name, steps, end, traveller } of atlas.classes) {
      const { path, why, walk } = goAlong(compiled, traveller);
      expect([name, path, why.kind]).toEqual([name, steps, "rests"]);
      expect([name, walk.at.kind]).toEqual([name, end.kind === "wait" ? "wait" : "end"]);
    }
    // This test builds the atlas for all following tests. For `switch` that takes ten seconds on a busy
    // machine.
  }, 60_000);

  it("the atlas has only possible people: no fact of a person violates an assumption", async () => {
    const { compiled, atlas } = await madeOf(flow);
    for (const { name, traveller } of atlas.classes) {
      const times = [traveller.around, ...Object.values(traveller.later)];
      const facts = times.flatMap((time) => Object.entries(time.facts));
      const broken = facts.filter(([fact, value]) => brokenAssumption(compiled, fact, value) !== null);
      expect([name, broken]).toEqual([name, []]);
    }
  });

  it("the atlas includes every possible way to leave a step", async () => {
    const { definition, atlas } = await madeOf(flow);
    const space = flowSpaceOf(definition, 1_000_000);
    if ("findings" in space) throw new Error(JSON.stringify(space.findings));
    const taken = [...walkSymbolically(space).sets.values()]
      .flatMap(({ edges }) => edges)
      .filter(({ set }) => set !== space.space.diagrams.no);
    const walked = new Set(
      atlas.classes.flatMap(({ steps }) => steps.map((step, at) => `${step} > ${steps[at + 1]}`)),
    );
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter(({ from, to }) => !walked.has(`${from} > ${to}`))).toEqual([]);
    expect(atlas.unshown).toEqual([]);
  });

  it("the paths have unique names, and descriptions in both languages", async () => {
    const { atlas } = await madeOf(flow);
    const names = atlas.classes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const one of atlas.classes) {
      const { th, en } = wordsOfClass(one);
      expect([one.name, th]).toEqual([one.name, expect.stringMatching(/[\u0E00-\u0E7F]/)]);
      expect([one.name, en]).toEqual([one.name, expect.not.stringMatching(/[\u0E00-\u0E7F]|undefined/)]);
    }
  });
});

describe("the paths that an atlas shows", () => {
  it("the atlas shows all paths to each end and to each wait if there are few paths", async () => {
    const { ways, classes, merged } = (await madeOf("invest")).atlas;
    expect(merged).toBeNull();
    expect(classes.filter(({ detour }) => detour === null)).toHaveLength(ways);
    expect(classes.find(({ name }) => name === "money")?.end).toEqual({
      step: "money",
      kind: "wait",
      reason: null,
    });
    expect(classes.find(({ name }) => name === "paid:acknowledge,otp")?.steps.join(" ")).toBe(
      "gate choose pin-ready amount acknowledge pay review pin otp place money paid",
    );
  });

  it("the atlas shows a selection of many paths, with the total number of paths to each end", async () => {
    const { ways, classes, merged } = (await madeOf("kyc")).atlas;
    expect(ways).toBeGreaterThan(MOST_PATHS);
    expect(classes.length).toBeLessThan(MOST_PATHS);
    expect(merged?.by.reduce((sum, one) => sum + one.ways, 0)).toBe(ways);
    for (const { end, shown } of merged?.by ?? [])
      expect([end, shown]).toEqual([
        end,
        classes.filter((one) => one.end.step === end && one.detour === null).length,
      ]);
    expect(merged?.by.every(({ shown }) => shown > 0)).toBe(true);
  });

  it("a shown path is as ordinary as possible, except for the one unusual choice that it shows", async () => {
    const { classes } = (await madeOf("kyc")).atlas;
    const names = classes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["done", "done:prepare", "done:us-documents", "closed", "done:sign.exhausted"]),
    );
  });

  it("the atlas includes a path through each error that leads back to a form, with a new answer afterwards", async () => {
    const { compiled, atlas } = await madeOf("kyc");
    const { classes } = atlas;
    const { detour, traveller } = classes.find(({ name }) => name === "done:dopa,dopa.no-match") as PathClass;
    expect(detour).toEqual({ at: "dopa", code: "no-match", back: "general" });
    const { stops } = goAlong(compiled, traveller);
    const again = stops.filter(({ walk }) => walk.at.step === "general");
    expect(
      again.map(({ walk }) => walk.at.kind === "form" && walk.at.errors.map(({ code }) => code)),
    ).toEqual([expect.any(Array), ["no-match"]]);
  });

  it("the people of the atlas differ from the ordinary person only where the path needs a difference", async () => {
    const { classes } = (await madeOf("invest")).atlas;
    const of = (name: string) => classes.find((one) => one.name === name)?.traveller;
    expect(of("paid")?.answers.amount).toEqual({ amount: "50000.00" });
    expect(of("not-able:gate")?.around.facts.investor).not.toEqual(ordinary.facts.investor);
    expect(of("pin-locked")?.around.facts.investor).toEqual({ ...ordinary.facts.investor, hasPin: false });
  });

  it("the atlas has the same paths each time it is made", async () => {
    const { definition, atlas } = await madeOf("invest");
    expect(atlasOf(definition, { ordinary })).toEqual(atlas);
  });

  it("the atlas finds paths even if no ordinary person is given", async () => {
    const { classes, unshown } = atlasOf(await loadFlow("invest"));
    expect([classes.length, unshown]).toEqual([30, []]);
  });
});
