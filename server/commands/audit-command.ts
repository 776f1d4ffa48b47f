import { join } from "node:path";
import { auditKeys, type BrokenChain, readHead, signHead, verifyChain } from "../audit/index.ts";
import { readCommandLine } from "../command-line.ts";
import { readConfig } from "../config.ts";
import { openDatabase, startCluster } from "../db/index.ts";
import { readJson, Unreadable } from "../unreadable.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run saphan -- audit [-- HEAD]`: verifies the whole audit trail of this installation. Given a head that
 * was stored elsewhere, also verifies that the trail still contains it. Exits with 1 if the verification
 * fails. `--head` prints the present signed head, for storage elsewhere.
 */
const { values, operands } = readCommandLine({
  ...saphanCommand("audit"),
  operands: [{ name: "HEAD", means: "a head, as it was kept", takes: "maybe" }],
  options: { head: { kind: "flag", means: "prints the trail's head, to be kept elsewhere" } },
});

const SAID: Readonly<Record<BrokenChain, string>> = {
  lines: "lines are missing or too many",
  hash: "a line is not as it was sealed",
  order: "it does not follow on the batch before it",
  mark: "this installation did not seal it",
  head: "it is not the one that the kept head was signed for, or the trail ends before it",
};

const config = readConfig(process.env);
const keys = auditKeys(config);
const [path] = operands;
const kept = path === undefined ? null : readHead(keys, await readJson(path));
if (path !== undefined && kept === null)
  throw new Unreadable(`${path} is no head of this installation's audit trail, or was changed.`);

const cluster =
  config.databaseUrl === null ? await startCluster({ dir: join(config.dataDir, "postgres") }) : null;
const db = await openDatabase(config.databaseUrl ?? cluster?.url ?? "", { max: 1 });
try {
  const found = await verifyChain(db, keys, kept === null ? {} : { kept: kept.content });
  if (found.kind === "broken") {
    process.exitCode = 1;
    console.error(`The audit trail is broken at batch ${found.batch}: ${SAID[found.reason]}.`);
  } else if (values.head) console.log(JSON.stringify(signHead(keys, found.position, new Date())));
  else {
    const { batch, lines } = found.position;
    console.log(
      `The audit trail is whole: ${lines} lines in ${batch} batches; ${found.unsealed} wait to be sealed.`,
    );
    if (kept !== null)
      console.log(`The kept head of ${kept.content.at} (batch ${kept.content.batch}) lies on it.`);
  }
} finally {
  await db.destroy();
  await cluster?.stop();
}
