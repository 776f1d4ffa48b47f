import { join } from "node:path";
import { makeFirstAdmin } from "../accounts/index.ts";
import { systemClock } from "../clock/index.ts";
import { readCommandLine } from "../command-line.ts";
import { readConfig } from "../config.ts";
import { openDatabase, startCluster } from "../db/index.ts";
import { openJobs } from "../jobs/index.ts";
import { createMessages } from "../messages/index.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run saphan -- first-admin E-MAIL`: makes the owner of this account an admin. The command works for the
 * first two admins of an installation. All later admins are proposed by one admin and approved by another.
 */
const { operands } = readCommandLine({
  ...saphanCommand("first-admin"),
  operands: [{ name: "E-MAIL", means: "of an account that is open, its e-mail confirmed", takes: "one" }],
  options: {},
});

const SAID: { readonly [code: string]: string } = {
  closed:
    "This installation has had two administrators: from now on one proposes a role and another approves it, at /staff/roles.",
  "not-found": "Nobody has an account with this e-mail. Open one at /invest/register first.",
  "email-not-confirmed":
    "The e-mail of this account is not confirmed yet. Open the link of its letter first.",
  "nothing-changed": "Whoever has this e-mail has a role already, or was an administrator before.",
  "holds-units":
    "Whoever has this e-mail holds units or has an order on the way; people with a role hold none.",
};

const config = readConfig(process.env);
const cluster =
  config.databaseUrl === null ? await startCluster({ dir: join(config.dataDir, "postgres") }) : null;
const url = config.databaseUrl ?? cluster?.url ?? "";
const clock = systemClock();
const db = await openDatabase(url, { max: 2 });
const jobs = await openJobs({ url, onError: (error) => console.error(error.message) });
const messages = createMessages({
  db,
  jobs,
  clock,
  config,
  listed: async () => null,
  declines: async () => false,
});
try {
  const made = await makeFirstAdmin({ db, clock, config, messages }, operands[0] ?? "");
  if (made.ok) console.log(`${operands[0]} is an administrator now; they log in anew.`);
  else {
    console.error(SAID[made.error.code] ?? made.error.code);
    process.exitCode = 1;
  }
} finally {
  messages.close();
  await jobs.stop();
  await db.destroy();
  await cluster?.stop();
}
