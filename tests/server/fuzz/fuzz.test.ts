import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATUS } from "../../../server/http/errors.ts";
import { openPortalHouse, type PortalHouse } from "../portal-house.ts";
import { attackAll } from "./attack-all.ts";
import { bodiesFor } from "./bodies.ts";

/** Number of submissions; the campaign uses 100,000. */
const COUNT = Number(process.env.SAPHAN_FUZZ_COUNT ?? 225);
const SEED = Number(process.env.SAPHAN_FUZZ_SEED ?? 1);
const STEPS = 44;

let house: PortalHouse;
const unhandled: unknown[] = [];
const hear = (reason: unknown) => void unhandled.push(reason);
beforeAll(async () => {
  process.on("unhandledRejection", hear);
  house = await openPortalHouse({ SANDBOX_PORT: "9" });
});
afterAll(async () => {
  await house.close();
  process.off("unhandledRejection", hear);
});

const forms = ["complaint", "contact-back", "sign-up", "invest", "kyc", "pin"].flatMap((flow) =>
  readdirSync(`schemas/${flow}`).map((name) => `${flow}/${name.replace(".json", "")}`),
);

describe("arbitrary data posted to any open step", () => {
  test(`arbitrary data gets an answer each time: ${COUNT} submissions, no 5xx, no unhandled error`, {
    timeout: 3_600_000,
  }, async () => {
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    let seed = SEED * 1_000;
    const attacked = await attackAll(house, {
      bodies: (_step, schema, answer) => {
        seed += 1;
        return bodiesFor(schema, answer, { seed, count: Math.ceil(COUNT / STEPS) });
      },
      seen: (step, body, { status, body: answer }) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const known = status === 200 || (String(answer.code) in STATUS && typeof answer.message === "object");
        if (status >= 500 || !known)
          wrong.push(`${step} ${status} ${JSON.stringify(answer).slice(0, 300)} ${body.slice(0, 300)}`);
      },
    });
    expect(wrong).toEqual([]);
    expect(unhandled).toEqual([]);
    expect(house.log.filter((line) => line.includes('"internal"'))).toEqual([]);
    // Every form of every flow was open at least once.
    expect(forms.filter((form) => !attacked.includes(form))).toEqual([]);
    const total = [...statuses.values()].reduce((sum, one) => sum + one, 0);
    process.stdout.write(
      `fuzz: ${total} submissions over ${attacked.length} steps, by status ${JSON.stringify(Object.fromEntries([...statuses].sort()))}\n`,
    );
    expect(total).toBeGreaterThanOrEqual(COUNT * 0.8);
  });
});
