import { join } from "node:path";
import { readCommandLine } from "../command-line.ts";
import { readConfig } from "../config.ts";
import { openDatabase, startCluster } from "../db/index.ts";
import { checkLedger } from "../ledger/index.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run ledger:check`: recomputes the ledger of this installation and prints its hash. Equal ledgers have
 * equal hashes. Exits with 1 and the details if anything is wrong.
 */
const { values } = readCommandLine({
  ...saphanCommand("ledger:check"),
  operands: [],
  options: { json: { kind: "flag", means: "as data" } },
});

const config = readConfig(process.env);
const cluster =
  config.databaseUrl === null ? await startCluster({ dir: join(config.dataDir, "postgres") }) : null;
const db = await openDatabase(config.databaseUrl ?? cluster?.url ?? "", { max: 1 });
try {
  const found = await checkLedger(db);
  const faults = [
    ...found.unbalancedAssets.map((asset) => `${asset} does not sum to zero`),
    ...found.wrongBalances.map((id) => `account ${id} has another balance or cost than its entries`),
    ...found.wrongPending.map((what) => `${what}: promised units are not those of open orders`),
    ...found.unfounded.map((what) => `${what}: the record and what is booked for it do not agree`),
    ...found.wrongIssued.map((code) => `${code}: issued units are not those that people hold`),
  ];
  if (faults.length > 0) process.exitCode = 1;
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else if (faults.length > 0) console.error(`The books are wrong:\n${faults.join("\n")}`);
  else console.log(`The books are right: ${found.entries} entries, hash ${found.hash}`);
} finally {
  await db.destroy();
  await cluster?.stop();
}
