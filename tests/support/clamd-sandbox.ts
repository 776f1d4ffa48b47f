import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * EICAR's harmless test file (eicar.org), which every scanner reports as a virus. The text is in two parts,
 * so that no scanner finds it in this file.
 */
export const EICAR = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(""),
  "latin1",
);

/** Behaviour of the server: like a scanner, silent, with an error, or with the connection cut off. */
export type Mood = "well" | "silent" | "error" | "cut-off";

/** A server with the protocol of ClamAV's daemon (`zINSTREAM`) that knows one virus. */
export type ClamdSandbox = {
  readonly url: string;
  mood: Mood;
  readonly stop: () => Promise<void>;
};

/** Starts the server on a unix socket. */
export async function startClamdSandbox(): Promise<ClamdSandbox> {
  const folder = mkdtempSync(join(tmpdir(), "clamd-"));
  const path = join(folder, "clamd.ctl");
  const open = new Set<Socket>();
  const sandbox = { url: `unix://${path}`, mood: "well" as Mood, stop };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    let heard = Buffer.alloc(0);
    socket.on("data", (part) => {
      heard = Buffer.concat([heard, part]);
      const bytes = streamed(heard);
      if (bytes === null || sandbox.mood === "silent") return;
      if (sandbox.mood === "cut-off") socket.destroy();
      else if (sandbox.mood === "error") socket.end("INSTREAM size limit exceeded. ERROR\0");
      else socket.end(bytes.includes(EICAR) ? "stream: Eicar-Test-Signature FOUND\0" : "stream: OK\0");
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return sandbox;

  async function stop() {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the bytes between the command and the empty chunk; `null` until all of them have arrived. */
function streamed(heard: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  if (heard.subarray(0, command.length).toString("latin1") !== command) return null;
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= heard.length; ) {
    const length = heard.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(heard.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
