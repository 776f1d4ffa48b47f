import { resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { gate } from "../../../server/gate/gate.ts";
import { createGateRunner, type GateLimits } from "../../../server/gate/gate-runner.ts";
import type { GateInput } from "../../../server/gate/judged.ts";
import { readSource } from "../../../server/sources/source.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const { source } = await readSource(ROOT, "invest");
const RULE = "flows/invest/rules/minimum.json";

/** Returns the published files of `invest` with another owner of one rule. */
function changed(owner: Json): GateInput {
  const files = { ...source.files, [RULE]: { ...(source.files[RULE] as JsonObject), owner } };
  return {
    flow: "invest",
    files,
    before: source.files,
    keepsOffers: true,
    flows: ["invest", "kyc", "pin"],
    today: "2026-11-22",
    edition: "aaaaaaaaaaaa",
  };
}

/**
 * Returns the flow with an invariant, the minimum before an order, but without the check that ensures the
 * invariant.
 */
function withoutCheck(): GateInput {
  const path = "flows/invest/flow.json";
  const flow = structuredClone(source.files[path]) as {
    steps: { [step: string]: { check?: readonly string[] } };
  };
  for (const step of Object.values(flow.steps)) delete step.check;
  return { ...changed("nobody"), files: { ...source.files, [path]: flow } };
}

const opened: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const runner of opened.splice(0)) await runner.stop();
});
const warned: unknown[] = [];
function runner(limits: Partial<GateLimits> = {}) {
  const made = createGateRunner({
    log: { warn: (...said: unknown[]) => void warned.push(said) } as never,
    limits,
  });
  opened.push(made);
  return made;
}

/** Counts turns of this thread's event loop during `work`; the number is zero if the thread is blocked. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let going = true;
  const turn = () => {
    turns += 1;
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  going = false;
  return turns;
}

describe("the gate thread", () => {
  test("returns the same findings as a check in the main thread", async () => {
    const given = changed("compliance");
    expect(await runner().run(given)).toEqual(await gate(given));
  });

  test("does not block the main thread's other requests", async () => {
    const { run } = runner();
    // Finding the error involves no waiting, so a check in this thread blocks the thread.
    const given = withoutCheck();
    expect(await run(given)).toMatchObject({ kind: "unsound" });
    const own = await turnsDuring(() => gate(given));
    const beside = await turnsDuring(() => run(given));
    expect({ own: own <= 2, beside: beside > 20 }, `${own} turns here, ${beside} beside`).toEqual({
      own: true,
      beside: true,
    });
  });

  test("checks requests in order, one at a time, and refuses a request that would wait too long", async () => {
    const { run } = runner({ mostWaiting: 3 });
    const told: string[] = [];
    const all = ["one", "two", "three", "four"].map(async (owner) => {
      const answer = await run(changed(owner));
      told.push(`${owner} ${answer.kind === "not-judged" ? answer.code : answer.kind}`);
    });
    await Promise.all(all);
    expect(told).toEqual(["four gate-busy", "one passed", "two passed", "three passed"]);
  });

  test.each<[string, Partial<GateLimits>]>([
    ["gate-too-long", { limitMs: 1 }],
    ["gate-too-large", { memoryMb: 8 }],
  ])("reports %s if a check exceeds its limit, and continues with the next check", async (code, limits) => {
    warned.length = 0;
    const { run } = runner(limits);
    for (const owner of ["first", "second"])
      expect(await run(changed(owner))).toEqual({ kind: "not-judged", code });
    expect(JSON.stringify(warned)).toContain(code);
  });

  test("returns the findings of a flow with errors, and throws an exception if the gate crashes", async () => {
    const { run } = runner();
    expect(await run({ ...changed("nobody"), files: {} })).toMatchObject({ kind: "unsound" });
    const broken = { ...changed("nobody"), files: null as never };
    await expect(run(broken)).rejects.toThrow(/gate: invest/);
    expect(await run(changed("somebody"))).toMatchObject({ kind: "passed" });
  });

  test("rejects a link, at the end of a flow, to a missing page or an unpublished flow", async () => {
    const path = "flows/invest/flow.json";
    const flow = structuredClone(source.files[path]) as {
      steps: { [step: string]: { kind: string; links?: readonly string[] } };
    };
    const end = Object.keys(flow.steps).find((id) => flow.steps[id]?.kind === "end") as string;
    const linked = (link: string): GateInput => {
      const steps = { ...flow.steps, [end]: { ...flow.steps[end], links: [link] } };
      return {
        ...changed("nobody"),
        files: { ...source.files, [path]: { ...flow, steps } },
      };
    };
    const found = { code: "link-to-nowhere", file: path, pointer: `/steps/${end}/links/0` };
    for (const link of ["/nowhere", "flow:reduce"])
      expect(await gate(linked(link))).toMatchObject({ kind: "unsound", findings: [found] });
    for (const link of ["/overview", "flow:kyc"])
      expect(await gate(linked(link))).toMatchObject({ kind: "passed" });
  });

  test("stops after a time without requests, and restarts for the next one", async () => {
    const { run } = runner({ idleMs: 1 });
    for (const owner of ["first", "second"]) {
      expect(await run(changed(owner))).toMatchObject({ kind: "passed" });
      await new Promise((done) => setTimeout(done, 20));
    }
  });
});
