import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { EndStep } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { goAlong } from "../../engine/verify/paths/index.ts";
import { KEPT_PATHS, readPaths } from "../../server/commands/path-files.ts";
import { flowNames, loadFlow, ROOT } from "./definition-files.ts";

type WayOn = {
  readonly path: string;
  readonly end: string;
  readonly links: readonly string[];
  readonly mayChange: readonly string[];
};

const known = new Map<string, Promise<readonly WayOn[]>>();

/** Returns the next actions that are offered to every recorded person at the end of the path. */
function waysOn(flow: string): Promise<readonly WayOn[]> {
  const ways = known.get(flow) ?? findWaysOn(flow);
  known.set(flow, ways);
  return ways;
}

async function findWaysOn(flow: string): Promise<readonly WayOn[]> {
  const compiled = compileInProcess(await loadFlow(flow));
  const kept = await readPaths(join(ROOT, KEPT_PATHS), flow);
  return (kept?.cases ?? []).flatMap(({ name, traveller }): readonly WayOn[] => {
    const { at } = goAlong(compiled, traveller).walk;
    if (at.kind !== "end") return [];
    const { links = [] } = compiled.definition.flow.steps[at.step] as EndStep;
    const mayChange = at.mayChange.map(({ step, field }) => `${step}.${field}`);
    return [{ path: name, end: at.step, links, mayChange }];
  });
}

describe.each(flowNames())("every end of the flow %s", (flow) => {
  test("offers a next action to every user who reaches it", async () => {
    const ways = await waysOn(flow);
    const stuck = ways.filter(({ links, mayChange }) => links.length + mayChange.length === 0);
    expect(stuck).toEqual([]);
    const { steps } = (await loadFlow(flow)).flow;
    const ends = Object.keys(steps).filter((id) => steps[id]?.kind === "end");
    expect(new Set(ways.map(({ end }) => end))).toEqual(new Set(ends));
  });
});

// A user may change an answer that led to an end. A service or a fact that led to an end cannot be changed.
test.each<readonly [flow: string, path: string, mayChange: readonly string[]]>([
  ["kyc", "under-age:general", ["general.birthDate"]],
  ["kyc", "no-digital-asset", ["digital-asset-risk.canAcceptDigitalAssetRisk"]],
  [
    "kyc",
    "us-person-end:us-person",
    ["us-person.isUsCitizen", "us-person.isGreenCardHolder", "us-person.isUsTaxResident"],
  ],
  // Only the inputs to which the register's answer refers can be changed.
  ["kyc", "card-void:dopa", ["general.nationalId", "general.laserCode"]],
  ["kyc", "other-account:dopa,dopa.card-taken", ["general.nationalId"]],
  ["kyc", "under-age:submit.under-age", ["general.birthDate"]],
  ["invest", "closed", []],
])(
  "a user who reaches the end of %s in the case “%s” can change the expected answers",
  async (flow, path, mayChange) => {
    const way = (await waysOn(flow)).find((one) => one.path === path);
    expect(way?.mayChange).toEqual(mayChange);
  },
);
