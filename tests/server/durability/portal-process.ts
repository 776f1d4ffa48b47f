import { readConfig } from "../../../server/config.ts";
import { endInOrder } from "../../../server/end-in-order.ts";
import { startPortal } from "../../../server/start-portal.ts";

// The portal as `npm start` runs it, without building the page, in a separate process that can be killed.
const portal = await startPortal(readConfig(process.env));
endInOrder(portal);
process.stdout.write(`listening ${portal.address} as ${process.pid}\n`);
process.send?.("serving");

// Causes an unhandled error on a test's request.
process.on("SIGUSR2", () => void Promise.reject(new Error("a fault")));

// A test that dies leaves no portal behind: the pipe from it closes with it.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM")).resume();
