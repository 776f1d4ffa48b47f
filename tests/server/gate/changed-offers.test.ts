import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { changedOffers } from "../../../server/gate/changed-offers.ts";
import { gate } from "../../../server/gate/gate.ts";
import { readSource } from "../../../server/sources/source.ts";
import { makeWorld, type World } from "../flows/world.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const PIN = "schemas/common/pin.json";
/** Effects that have a PIN as input. */
const PIN_TAKERS = ["accounts.changePin", "accounts.setPin"];

async function readJson(path: string): Promise<JsonObject> {
  return JSON.parse(await readFile(join(ROOT, path), "utf8"));
}

/**
 * Returns the findings for a flow with changed files: the file, and the effects and forms that it would
 * change.
 */
async function refusedOf(flow: string, changes: { readonly [path: string]: Json }) {
  const { files } = (await readSource(ROOT, flow)).source;
  return changedOffers(flow, files, { ...files, ...changes }).map(({ file, says }) => [
    file,
    "params" in says ? (says.params as { offers?: unknown }).offers : null,
  ]);
}

const BANK = "schemas/common/bank-code.json";
const bank = await readJson(BANK);
const banks = bank.enum as readonly string[];
const withBanks = (members: readonly string[]): JsonObject => ({ ...bank, enum: [...members] });

const residence = await readJson("schemas/common/tax-residence.json");
const fields = residence.properties as { readonly [field: string]: JsonObject };
/** The same schema with a description on each field. */
const remarked: JsonObject = {
  ...residence,
  properties: Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => [field, { ...schema, description: "as on the form" }]),
  ),
};

describe("a schema shared by effects and forms", () => {
  test.each<[string, string, { readonly [path: string]: Json }, readonly unknown[]]>([
    [
      "a national id without its check digit",
      "kyc",
      { "schemas/common/national-id.json": { $id: "common/national-id", type: "string" } },
      [
        [
          "schemas/common/national-id.json",
          ["identity.checkDopa", "identity.requestNdid", "identity.submit"],
        ],
      ],
    ],
    [
      "a PIN of four digits",
      "pin",
      { [PIN]: { $id: "common/pin", type: "string", pattern: "^[0-9]{4}$" } },
      [[PIN, PIN_TAKERS]],
    ],
    [
      "a schema that only another flow's effect uses, and that this flow may use next",
      "complaint",
      { [PIN]: { $id: "common/pin", type: "string", pattern: "^[0-9]{4}$" } },
      [[PIN, PIN_TAKERS]],
    ],
    [
      "a schema that refers to a new schema",
      "pin",
      {
        [PIN]: { $id: "common/pin", $ref: "common/digits" },
        "schemas/common/digits.json": { $id: "common/digits", type: "string", format: "pin", maxLength: 4 },
      },
      [
        ["schemas/common/digits.json", PIN_TAKERS],
        [PIN, PIN_TAKERS],
      ],
    ],
    [
      "an amount of units that a fact contains",
      "invest",
      { "schemas/common/units.json": { $id: "common/units", type: "string" } },
      [["schemas/common/units.json", ["holding", "reduction", "orders.reduce", "orders.switch"]]],
    ],
    [
      "a field with the name of a comment keyword",
      "kyc",
      {
        "schemas/common/tax-residence.json": {
          $id: "common/tax-residence",
          type: "object",
          properties: { description: { type: "string" } },
        },
      },
      [["schemas/common/tax-residence.json", ["identity.declareTaxResidence", "identity.submit"]]],
    ],
    [
      "changed comments",
      "pin",
      { [PIN]: { $id: "common/pin", $comment: "six", description: "digits", type: "string", format: "pin" } },
      [],
    ],
    ["comments on its fields", "kyc", { "schemas/common/tax-residence.json": remarked }, []],
    [
      "an equal schema behind a reference",
      "pin",
      {
        [PIN]: { $id: "common/pin", $ref: "common/digits" },
        "schemas/common/digits.json": { $id: "common/digits", type: "string", format: "pin" },
      },
      [],
    ],
    [
      "a schema that no effect, event or fact uses",
      "kyc",
      { "schemas/common/remark.json": { $id: "common/remark", type: "string", maxLength: 300 } },
      [],
    ],
    ["another value in an open list", "kyc", { [BANK]: withBanks([...banks, "999"]) }, []],
    ["a removed value of an open list", "kyc", { [BANK]: withBanks(banks.slice(1)) }, []],
    [
      "a value that the list's pattern excludes",
      "kyc",
      { [BANK]: withBanks([...banks, "9999"]) },
      [
        [
          BANK,
          [
            "payout",
            "identity.changeBankAccount",
            "identity.requestNdid",
            "identity.submit",
            "orders.reduce",
          ],
        ],
      ],
    ],
    [
      "an open list with a wider pattern",
      "kyc",
      { [BANK]: { ...bank, pattern: "^[0-9]+$" } },
      [
        [
          BANK,
          [
            "payout",
            "identity.changeBankAccount",
            "identity.requestNdid",
            "identity.submit",
            "orders.reduce",
          ],
        ],
      ],
    ],
    [
      "a closed list that the same change declares open",
      "kyc",
      {
        "schemas/common/income-level.json": {
          $id: "common/income-level",
          type: "string",
          openList: true,
          pattern: "^.*$",
          enum: ["LEVEL1", "MANY"],
        },
      },
      [["schemas/common/income-level.json", ["identity.changePersonal", "identity.submit"]]],
    ],
    [
      "a reference in a circle",
      "pin",
      { [PIN]: { $id: "common/pin", $ref: "common/pin" } },
      [[PIN, PIN_TAKERS]],
    ],
    ["an invalid schema", "pin", { [PIN]: ["no schema"] }, [[PIN, PIN_TAKERS]]],
  ])(
    "is rejected if its change affects the inputs or outputs of code: %s",
    async (_what, flow, changes, refused) => {
      expect(await refusedOf(flow, changes)).toEqual(refused);
    },
  );
});

test("the gate rejects a changed shared schema with instructions in both languages, and accepts a release's own files", async () => {
  const { files } = (await readSource(ROOT, "pin")).source;
  const loose = { $id: "common/pin", type: "string", pattern: "^[0-9]{4}$", minLength: 4, maxLength: 4 };
  const given = {
    flow: "pin",
    files: { ...files, [PIN]: loose },
    before: files,
    flows: [],
    today: "2026-11-22",
    edition: "a",
  };
  const refused = await gate({ ...given, keepsOffers: true });
  const found = refused.kind === "unsound" ? refused.findings.find(({ file }) => file === PIN) : undefined;
  expect(found).toMatchObject({
    code: "offer-changed",
    severity: "error",
    what: { en: "this would change what the server takes or gives: accounts.changePin, accounts.setPin" },
    mend: { en: expect.stringContaining("schemas/pin/"), th: expect.stringContaining("$ref") },
  });
  const released = await gate({ ...given, keepsOffers: false });
  expect(released.kind === "unsound" ? released.findings : []).not.toContainEqual(
    expect.objectContaining({ code: "offer-changed" }),
  );
});

describe("a portal with the gate", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld("runtime");
  });
  afterAll(() => world.close());

  const operations = randomUUID();
  const compliance = randomUUID();
  const BAHT = "schemas/common/baht.json";
  const NARROW = { $id: "common/baht", type: "string", format: "baht", maxLength: 9 };
  const FORM = "schemas/shop/choose.json";
  const RULE = "flows/shop/rules/enough.json";

  const current = async () => await world.definitions.get(world.definitions.current("shop")?.id ?? "");
  const versions = async () => (await world.definitions.list("shop")).length;
  const propose = (changes: { readonly [path: string]: Json }) =>
    world.publishing.propose({ flow: "shop", changes, note: null, by: operations });
  const publish = async (answer: ReturnType<typeof propose>) => {
    const proposed = await answer;
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
    const approved = await world.publishing.approve({ id: proposed.value.id, by: compliance });
    if (!approved.ok) throw new Error(JSON.stringify(approved.error));
    return approved.value;
  };

  test("rejects a proposal that changes an effect's input, and stores nothing", async () => {
    const before = await versions();
    expect(await propose({ [BAHT]: NARROW })).toMatchObject({
      ok: false,
      error: { code: "definition-unsound", findings: [{ file: BAHT, code: "offer-changed" }] },
    });
    expect(await versions()).toBe(before);
  });

  test("accepts a new constraint that a form's own schema adds to a shared schema", async () => {
    const form = (await current())?.files[FORM] as { readonly properties: JsonObject };
    const amount = { $ref: "common/baht", maxLength: 9 };
    const changed = { ...form, properties: { ...form.properties, amount } } as JsonObject;
    expect(await publish(propose({ [FORM]: changed }))).toMatchObject({ state: "published" });
  });

  test("accepts a changed shared schema from a release's files, and keeps it after a rollback", async () => {
    const { definitions, rootDir } = world;
    const first = (await definitions.list("shop")).at(-1)?.id ?? "";
    const had = (await current())?.files[RULE] as JsonObject;
    await publish(propose({ [RULE]: { ...had, owner: "somebody else" } }));

    await writeFile(join(rootDir, BAHT), JSON.stringify(NARROW));
    await world.publishing.reloadFiles();
    const draft = (await definitions.list("shop")).find(({ state }) => state === "draft")?.id ?? "";
    expect(await world.publishing.approve({ id: draft, by: compliance })).toMatchObject({ ok: true });

    const approved = (await definitions.list("shop")).find(({ source }) => source === "proposal")?.id ?? "";
    const back = await publish(world.publishing.proposeAgain({ id: approved, note: null, by: operations }));
    expect(back.changed).not.toContain(BAHT);
    expect((await current())?.files[BAHT]).toEqual(NARROW);
    expect(await world.publishing.proposeAgain({ id: first, note: null, by: operations })).toMatchObject({
      ok: true,
    });
  });
});
