import { readConfig } from "../../../server/config.ts";
import { startPortal } from "../../../server/start-portal.ts";
import { stopOnSignals } from "../../../server/stop-on-signals.ts";

// The portal as `npm start` runs it, without building the page: a process of its own, so that it can be killed.
const portal = await startPortal(readConfig(process.env));
stopOnSignals(portal.stop);
process.stdout.write(`listening ${portal.address}\n`);

// A test that dies leaves no portal behind: the pipe from it closes with it.
process.stdin.once("end", () => process.exit(1)).resume();
