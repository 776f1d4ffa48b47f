import { readConfig } from "../../../server/config.ts";
import { endInOrder } from "../../../server/end-in-order.ts";
import { startPortal } from "../../../server/start-portal.ts";

// Runs the portal like `npm start`, without building the page, in a separate process that can be killed.
const portal = await startPortal(readConfig(process.env));
endInOrder(portal);
process.stdout.write(`listening ${portal.address} as ${process.pid}\n`);
process.send?.("serving");

// The test sends this signal to cause an unhandled error.
process.on("SIGUSR2", () => void Promise.reject(new Error("a fault")));

// A test that dies leaves no portal running, because its end closes the pipe to this process.
process.stdin.once("end", () => process.kill(process.pid, "SIGTERM")).resume();
