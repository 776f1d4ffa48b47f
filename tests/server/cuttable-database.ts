import net from "node:net";

/** Database behind a connection that a test can cut. */
export type CuttableDatabase = {
  /** Address of the database through the proxy. */
  readonly url: string;
  /** Number of attempted connections, refused ones included. */
  readonly asked: () => number;
  /** Breaks every connection and refuses new ones, like a stopped database. */
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

/** Starts a TCP proxy in front of a PostgreSQL address. */
export async function cuttableDatabase(url: string): Promise<CuttableDatabase> {
  const target = new URL(url);
  const socketFolder = target.searchParams.get("host");
  const port = target.port === "" ? 5432 : Number(target.port);
  const open = new Set<net.Socket>();
  let asked = 0;
  let isCut = false;
  const server = net.createServer((near) => {
    asked += 1;
    near.on("error", () => {});
    if (isCut) return void near.destroy();
    const far =
      socketFolder === null
        ? net.connect(port, target.hostname)
        : net.connect(`${socketFolder}/.s.PGSQL.${target.searchParams.get("port") ?? port}`);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const through = new URL(url);
  through.searchParams.delete("host");
  through.searchParams.delete("port");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  return {
    url: through.href,
    asked: () => asked,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
