import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Compiled } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { load } from "../../../../engine/verify/lint/index.ts";
import {
  type Atlas,
  atlasOf,
  casesOf,
  missingCases,
  type PathCase,
  type PathCases,
  replayCase,
} from "../../../../engine/verify/paths/index.ts";
import { wordsOfChange } from "../../../../engine/verify/paths/path-changes.ts";
import { readOrdinary } from "../../../../engine/verify/witness/index.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { ROOT } from "../../../definitions/definition-files.ts";

type Changed = { readonly compiled: Compiled; readonly atlas: () => Atlas };

/** Returns the flow `invest` with some files changed. */
async function investWith(change: (files: { [path: string]: Json }) => void): Promise<Changed> {
  const { source } = await readSource(ROOT, "invest");
  const files = structuredClone(source.files) as { [path: string]: Json };
  change(files);
  const loaded = load({ ...source, files }, trade);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const compiled = compileInProcess(loaded.value);
  return { compiled, atlas: () => atlasOf(loaded.value, { compiled, ordinary: readOrdinary(files) }) };
}

let asItIs: Changed;
let kept: PathCases;
beforeAll(async () => {
  asItIs = await investWith(() => undefined);
  kept = casesOf(asItIs.compiled, asItIs.atlas(), null);
});

const named = (name: string): PathCase => {
  const found = kept.cases.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no path ${name}`);
  return found;
};

const stepsOf = (files: { [path: string]: Json }): { [step: string]: JsonObject } =>
  (files["flows/invest/flow.json"] as JsonObject).steps as { [step: string]: JsonObject };

const changeOf = (compiled: Compiled, name: string): string => {
  const again = replayCase(compiled, named(name));
  return again.ok ? "as kept" : wordsOfChange(compiled.definition, again.error).en;
};

describe("the replay of a stored path", () => {
  it("reports nothing if the flow is unchanged", () => {
    for (const one of kept.cases)
      expect([one.name, replayCase(asItIs.compiled, one).ok]).toEqual([one.name, true]);
  });

  it("reports for a changed flow the old path and the new one", async () => {
    const { compiled } = await investWith((files) => {
      const { amount } = stepsOf(files);
      stepsOf(files).amount = { ...amount, next: [{ to: "acknowledge" }] };
    });
    expect(changeOf(compiled, "paid:otp")).toMatch(
      /^this person went on from “.*” \(amount\) to “.*” \(pay\) and ended at “.*” \(paid\); “.*” \(acknowledge\) now asks for something this person has no answer to$/,
    );
  });

  it("reports the answer that is no longer accepted, and why", async () => {
    const { compiled } = await investWith((files) => {
      const rule = files["flows/invest/rules/minimum.json"] as { must: JsonObject[]; cases: Json[] };
      rule.cases = [{ why: "nobody", given: {}, expect: false }];
      rule.must = rule.must.map((clause) => ({ ...clause, logic: { "!": [true] } }));
    });
    expect(changeOf(compiled, "paid")).toContain("(amount) is no longer taken: ");
  });

  it("reports the change also in Thai", async () => {
    const { compiled } = await investWith((files) => {
      const { gate } = stepsOf(files);
      const [, ...rest] = (gate as JsonObject).next as Json[];
      stepsOf(files).gate = { ...gate, next: [{ when: { var: "flags.invest" }, to: "closed" }, ...rest] };
    });
    const again = replayCase(compiled, named("paid"));
    if (again.ok) throw new Error("nothing changed");
    expect(wordsOfChange(compiled.definition, again.error).th).toMatch(/^เดิมผู้นี้.*ตอนนี้ไปถึง .*\(closed\)$/);
  });

  it("reports a person who now stops earlier or goes further", async () => {
    const { compiled } = await investWith((files) => {
      const { place } = stepsOf(files);
      const next = [
        { when: { "==": [{ var: "answers.pay.method" }, "transfer"] }, to: "later" },
        { to: "money" },
      ];
      stepsOf(files).place = { ...place, next };
    });
    expect(changeOf(compiled, "paid")).toMatch(
      /\(place\) to .*\(money\) and ended at .*\(paid\); now goes on to .*\(later\)$/,
    );
  });
});

describe("the update of stored paths", () => {
  it("keeps each stored person who still takes the stored path", () => {
    const other = {
      ...named("paid").traveller,
      answers: { ...named("paid").traveller.answers, amount: { amount: "60000.00" } },
    };
    const cases = kept.cases.map((one) => (one.name === "paid" ? { ...one, traveller: other } : one));
    expect(casesOf(asItIs.compiled, asItIs.atlas(), { ...kept, cases }).cases).toEqual(cases);
  });

  it("replaces a person who now takes a different path, or has facts that the flow no longer reads", () => {
    const astray = named("closed").traveller;
    const stale = { ...named("no-pin").traveller };
    const more = { ...stale, around: { ...stale.around, flags: { ...stale.around.flags, gone: true } } };
    const cases = kept.cases.map((one) =>
      one.name === "paid"
        ? { ...one, traveller: astray }
        : one.name === "no-pin"
          ? { ...one, traveller: more }
          : one,
    );
    expect(casesOf(asItIs.compiled, asItIs.atlas(), { ...kept, cases })).toEqual(kept);
  });

  it("lists the paths that are new and the paths that no user takes any more", () => {
    const [first, ...rest] = kept.cases;
    const cases = [...rest, { ...(first as PathCase), name: "nowhere" }];
    expect(missingCases(asItIs.atlas(), { ...kept, cases })).toEqual({
      unkept: [first?.name],
      gone: ["nowhere"],
    });
  });
});
