import { connect, type Socket } from "node:net";
import { refuseWhileHolding } from "../holding.ts";

/** A virus scanner. */
export type Scanner = {
  /** Scans the bytes. Throws if the scanner does not answer or could not scan. */
  readonly scan: (bytes: Buffer) => Promise<"clean" | "infected">;
};

/** The scan result of a stored file. */
export type Scanned = "clean" | "infected" | "not-scanned";

const CHUNK_BYTES = 64 * 1024;

/**
 * Creates a client of ClamAV's daemon. It uses the command `INSTREAM` (`man clamd`): the client sends chunks
 * with their length and an empty chunk at the end, and gets one line back. `url` is `tcp://host:port` or
 * `unix:///path/of/the/socket`.
 */
export function clamdScanner(url: string, { timeoutMs = 20_000 }: { timeoutMs?: number } = {}): Scanner {
  return {
    scan: async (bytes) => {
      refuseWhileHolding("the virus scanner");
      const answer = await ask(url, bytes, timeoutMs);
      if (/^stream: OK$/.test(answer)) return "clean";
      if (/^stream: .+ FOUND$/.test(answer)) return "infected";
      throw new Error(`clamd could not look: ${answer.slice(0, 200)}`);
    },
  };
}

function ask(url: string, bytes: Buffer, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(placeOf(url));
    const parts: Buffer[] = [];
    // The limit is for the whole scan, not for each pause. Otherwise a daemon that sends a byte per second
    // would never time out.
    const timer = setTimeout(() => socket.destroy(new Error("clamd did not answer in time")), timeoutMs);
    socket.on("connect", () => send(socket, bytes));
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(timer);
      const answer = Buffer.concat(parts).toString("utf8").replace(/\0.*$/s, "").trim();
      if (answer === "") reject(new Error("clamd closed the connection without an answer"));
      else resolve(answer);
    });
  });
}

function send(socket: Socket, bytes: Buffer): void {
  socket.write("zINSTREAM\0");
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES);
    socket.write(lengthOf(chunk.length));
    socket.write(chunk);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function placeOf(url: string): { readonly path: string } | { readonly host: string; readonly port: number } {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === "unix:") return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 3310 : Number(port) };
}
