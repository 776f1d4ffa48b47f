import { randomBytes } from "node:crypto";
import { readCommandLine } from "../command-line.ts";
import { readConfig, readNextMasterKey } from "../config.ts";
import { addMasterKey, keepOneMasterKey } from "../keys.ts";
import { Unreadable } from "../unreadable.ts";
import { saphanCommand } from "./register.ts";

/**
 * `npm run saphan -- rotate-key`: gives this installation a new master key, without encrypting data again. A
 * key in the data folder is replaced at once. If `SAPHAN_KEY` is set, the old key and the new key
 * (`SAPHAN_NEW_KEY`) both open the installation from then on, so that processes can restart one by one.
 * Afterwards, `--finish`, with the new key as `SAPHAN_KEY`, disables the old key.
 */
const { values } = readCommandLine({
  ...saphanCommand("rotate-key"),
  options: { finish: { kind: "flag", means: "from now on only the present SAPHAN_KEY opens it" } },
});

const config = readConfig(process.env);
if (values.finish) {
  keepOneMasterKey(config);
  console.log("From now on only the present master key opens this installation.");
} else if (config.masterKey === null) {
  addMasterKey(config, randomBytes(32));
  keepOneMasterKey(config);
  console.log(
    "master.key is another one now. Put it and root.key with your backups; the old one opens nothing any more.",
  );
} else {
  const next = readNextMasterKey(process.env);
  if (next === null || next.toLowerCase() === config.masterKey.toLowerCase())
    throw new Unreadable(
      "SAPHAN_NEW_KEY must be 64 other hexadecimal digits than SAPHAN_KEY (openssl rand -hex 32).",
    );
  addMasterKey(config, Buffer.from(next, "hex"));
  console.log(
    "Both keys open this installation. Put root.key into each data folder and with your backups, start each process again " +
      "with the new SAPHAN_KEY, then: npm run saphan -- rotate-key --finish",
  );
}
