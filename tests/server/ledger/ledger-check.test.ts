import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { runCommand } from "../../support/run-command.ts";
import { type FundHouse, openFundHouse } from "../fund/fund-house.ts";
import { give } from "../settlement/sells.ts";

let house: FundHouse;
let folder: string;
beforeEach(async () => {
  house = await openFundHouse();
  folder = mkdtempSync(join(tmpdir(), "saphan-ledger-"));
});
afterEach(async () => {
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = () =>
  runCommand("server/commands/ledger-command.ts", [], { DATABASE_URL: house.url, SAPHAN_DATA: folder });

test("npm run ledger:check says the hash of right books, and what is wrong with others", async () => {
  const personId = await house.addPerson();
  await give(house, { personId, units: "1000.0000", cost: "10000.00" });
  const { hash } = await checkLedger(house.fund.db);
  expect(await check()).toMatchObject({ code: 0, out: expect.stringContaining(`1 entries, hash ${hash}`) });
  // As somebody with the database's password could.
  await sql`alter table ledger_accounts disable trigger user`.execute(house.fund.db);
  await sql`update ledger_accounts set balance = 999, pending = 5 where person_id = ${personId}`.execute(
    house.fund.db,
  );
  const wrong = await check();
  expect(wrong.code).toBe(1);
  expect(wrong.errors).toContain("M-BTCA does not sum to zero");
  expect(wrong.errors).toContain("has another balance or cost than its entries");
  expect(wrong.errors).toContain(`${personId} M-BTCA: promised units are not those of open orders`);
});
