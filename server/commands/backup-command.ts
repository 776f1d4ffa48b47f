import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readCommandLine } from "../command-line.ts";
import { readConfig } from "../config.ts";
import { backUpCluster, startCluster } from "../db/index.ts";
import { Unreadable } from "../unreadable.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run saphan -- backup FOLDER`: copies this installation's data folder while the portal runs. Copies the
 * database first and then the files that it references, so that a file added in between does no harm. Leaves
 * out `master.key`, because the key together with the copy reveals everything.
 */
const { operands } = readCommandLine({
  ...saphanCommand("backup"),
  operands: [{ name: "FOLDER", means: "where to; empty or not there yet", takes: "one" }],
  options: {},
});

const config = readConfig(process.env);
const [folder = ""] = operands;
const to = resolve(folder);
if (config.databaseUrl !== null)
  throw new Unreadable(
    "The database is another cluster's (DATABASE_URL): back it up there, with pg_dump or as that cluster is backed up, then copy files/.",
  );
if (existsSync(to) && readdirSync(to).length > 0)
  throw new Unreadable(`${to} is not empty. Name a folder that is empty or not there yet.`);
const dir = join(config.dataDir, "postgres");
const cluster = await startCluster({ dir });
try {
  await backUpCluster(cluster, dir, join(to, "postgres"));
} finally {
  await cluster.stop();
}
mkdirSync(to, { recursive: true });
for (const name of ["files", "root.key", "audit-head.json"]) {
  const from = join(config.dataDir, name);
  if (existsSync(from)) cpSync(from, join(to, name), { recursive: true, preserveTimestamps: true });
}
console.log(
  `Copied to ${to}. Keep master.key (or SAPHAN_KEY) apart from it: without the key nothing in it can be read.\n` +
    "To restore: put both into a data folder and start the portal.",
);
