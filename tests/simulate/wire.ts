import net from "node:net";

/** Fault of a statement: it never arrives, or it is executed and its answer is lost. */
export type WireFault = "never-arrives" | "answer-lost";

/** A database behind a connection that breaks at a chosen statement. */
export type Wire = {
  readonly url: string;
  /** Breaks the connection of the `at`-th statement from now on, once. */
  readonly arm: (fault: WireFault, at: number) => void;
  /** Cancels a fault that has not happened yet; returns whether it happened. */
  readonly disarm: () => boolean;
  readonly close: () => Promise<void>;
};

const SYNC = "S".charCodeAt(0);
const QUERY = "Q".charCodeAt(0);
const READY = "Z".charCodeAt(0);

/**
 * Starts a proxy in front of a PostgreSQL address. The proxy parses the protocol only to find the end of a
 * client's message, and the time when the server is ready again. A statement ends with Query or Sync.
 */
export async function wireTo(url: string): Promise<Wire> {
  const target = new URL(url);
  const socketFolder = target.searchParams.get("host");
  const port = target.searchParams.get("port") ?? (target.port === "" ? "5432" : target.port);
  const open = new Set<net.Socket>();
  let armed: { readonly fault: WireFault; left: number } | null = null;
  const server = net.createServer((near) => {
    const far =
      socketFolder === null
        ? net.connect(Number(port), target.hostname)
        : net.connect(`${socketFolder}/.s.PGSQL.${port}`);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    let isCutAtReady = false;
    const breakNow = () => {
      near.destroy();
      far.destroy();
    };
    const statements = messageReader({ hasStartup: true }, (type) => {
      if ((type !== SYNC && type !== QUERY) || armed === null) return "on";
      armed.left -= 1;
      if (armed.left > 0) return "on";
      const { fault } = armed;
      armed = null;
      if (fault === "never-arrives") return "break";
      isCutAtReady = true;
      return "on";
    });
    const answers = messageReader({ hasStartup: false }, (type) =>
      type === READY && isCutAtReady ? "break" : "on",
    );
    near.on("data", (bytes) => {
      if (statements(bytes) === "break") breakNow();
      else far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (answers(bytes) === "break") breakNow();
      else near.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  through.searchParams.delete("host");
  through.searchParams.delete("port");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  return {
    url: through.href,
    arm: (fault, at) => {
      armed = { fault, left: at };
    },
    disarm: () => {
      const happened = armed === null;
      armed = null;
      return happened;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Reads a stream of messages (type, length, body), and reports the type of each message. A client's first
 * message has no type.
 */
function messageReader(
  { hasStartup }: { readonly hasStartup: boolean },
  about: (type: number) => "on" | "break",
): (bytes: Buffer) => "on" | "break" {
  let kept: Buffer = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (bytes) => {
    kept = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    for (;;) {
      const head = isStartup ? 0 : 1;
      if (kept.length < head + 4) return "on";
      const length = head + kept.readUInt32BE(head);
      if (kept.length < length) return "on";
      const type = isStartup ? 0 : (kept[0] as number);
      kept = kept.subarray(length);
      isStartup = false;
      if (about(type) === "break") return "break";
    }
  };
}
