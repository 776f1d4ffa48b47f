import { afterAll, beforeAll, expect, test } from "vitest";
import { prefillAt } from "../../engine/flow/index.ts";
import { prove } from "../../engine/verify/prove/index.ts";
import { type Kitchen, openKitchen, readRecipe } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const INVESTOR = { email: "dao@example.com", isVerified: true };
const STRATEGY = { code: "M-BTCA", feeBps: 150, vatBps: 700, nav: "10.0000", navAsOf: "2026-11-23" };
const WHO = { firstName: "Dao", lastName: "Sukjai", email: "dao@example.com", phone: "0812345678" };

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A flow");
});
afterAll(() => kitchen.clear());

test("the recipe for a flow changes only data, and its only finding is that a link does not restrict access", async () => {
  const paths = (await readRecipe("A flow")).map(({ path }) => path);
  expect(paths.filter((path) => !/^(flows|schemas|locales)\/.*\.json$/.test(path))).toEqual([]);
  expect(await kitchen.findings("order-call")).toEqual([]);
  const proved = prove((await kitchen.compiled("order-call")).definition);
  expect(proved.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "entry-hides-only /entries/0/when",
  ]);
});

test("the first form of an added flow is prefilled with the known e-mail address, and with nothing else", async () => {
  const compiled = await kitchen.compiled("order-call");
  const { walk } = walkWith(compiled, { answers: [], facts: { investor: INVESTOR } });
  expect(prefillAt(compiled, walk, () => false)).toEqual({ email: "dao@example.com" });
});

test("an added flow computes the discount, shows the name and the topic in the review, and sends both", async () => {
  const compiled = await kitchen.compiled("order-call");
  const facts = { investor: INVESTOR, strategy: STRATEGY };
  const answers = [
    ["who", WHO],
    ["choose", { strategy: "M-BTCA" }],
    ["amount", { amount: "1000000.00" }],
  ] as const;
  const { walk } = walkWith(compiled, { answers, facts });
  if (walk.at.kind !== "review") throw new Error(walk.at.kind);
  expect(walk.at.values).toMatchObject({
    "derived.name": "Dao Sukjai",
    "derived.topic": "STRATEGIES",
    "answers.amount.amount": "1000000.00",
  });
  const off = ["fee", "vat", "net"].map((name) => walk.read(`derived.${name}`));
  expect(off).toEqual(["15000.00", "1050.00", "983950.00"]);
  const { values } = walk.at;
  const sent = walkWith(compiled, { answers: [...answers, ["review", { values }]], facts });
  expect(sent.walk.at).toMatchObject({
    kind: "effect",
    input: { name: "Dao Sukjai", email: "dao@example.com", phone: "0812345678", topic: "STRATEGIES" },
  });
});
