import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashSecret, matchesSecret } from "../../../server/accounts/password-hash.ts";
import { openDatabase } from "../../../server/db/index.ts";
import { diskStore } from "../../../server/files/store.ts";
import { openFlags } from "../../../server/flags/index.ts";
import { holdingNothing } from "../../../server/holding.ts";
import { dopaRegister } from "../../../server/identity/dopa-register.ts";
import { onfidoVendor } from "../../../server/identity/onfido-vendor.ts";
import { smtpTransport } from "../../../server/messages/transport.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const nobody = { url: "http://127.0.0.1:9", token: "t" };
const ID = "00000000-0000-4000-8000-000000000001";

/** Functions of the portal that wait for another party or use much processor time. */
const slow: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["a password's hash", () => hashSecret("Bridge!42x")],
  ["a password check", () => matchesSecret(null, "Bridge!42x")],
  ["a vendor", () => onfidoVendor(nobody).report("check")],
  [
    "the card register",
    () =>
      dopaRegister(nobody).check({
        firstName: "a",
        lastName: "b",
        birthDate: "1990",
        nationalId: "1",
        laserCode: "2",
      }),
  ],
  [
    "the mail server",
    () =>
      smtpTransport({ smtpUrl: "smtp://127.0.0.1:9", mailFrom: "a@b.example" }).deliver({
        outboxId: "1",
        channel: "email",
        to: "c@d.example",
        language: "en",
        template: "code",
        subject: "s",
        paragraphs: [],
        short: "",
      }),
  ],
  [
    "the flag service",
    () => openFlags({ env: "development", rootDir: ".", unleashUrl: null, unleashToken: null }),
  ],
  ["a file's bytes", () => diskStore(".cache").get(ID)],
  ["a file to be stored", () => diskStore(".cache").put(ID, Buffer.from("x"))],
  ["another transaction", () => database.db.transaction().execute(async () => {})],
  ["a statement on another connection", () => database.db.selectFrom("people").select("id").execute()],
];

describe("a held database connection", () => {
  test.each(slow)("causes an error if its transaction waits for %s", async (_what, work) => {
    await expect(database.db.transaction().execute(() => work())).rejects.toThrow(
      "is awaited while a database connection is held",
    );
  });

  test("allows the statements of its transaction, and ignores work that continues after the transaction", async () => {
    let later: Promise<string> | null = null;
    const rows = await database.db.transaction().execute(async (tx) => {
      later = holdingNothing(() => pause(1).then(() => hashSecret("Bridge!42x")));
      return await tx.selectFrom("people").select("id").execute();
    });
    expect(rows).toEqual([]);
    expect(await later).toMatch(/^\$argon2id\$/);
  });

  test("is not watched for waits inside a transaction in the environment runtime", async () => {
    const db = await openDatabase(database.url, { max: 2, watched: false });
    expect(await db.transaction().execute(() => hashSecret("Bridge!42x"))).toMatch(/^\$argon2id\$/);
    await db.destroy();
  });
});
