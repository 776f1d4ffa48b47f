import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that accepts every connection and never answers. */
export type Tarpit = {
  readonly port: number;
  /** Resolves once this many connections wait in the server, in parallel or one after the other. */
  readonly stuck: (count: number) => Promise<void>;
  /** Closes all connections. */
  readonly close: () => Promise<void>;
};

/** Opens such a server on a free port. */
export async function openTarpit(): Promise<Tarpit> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    // A client that gives up must not cause a broken pipe.
    socket.on("error", () => {}).resume();
    sockets.push(socket);
    server.emit("stuck");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stuck: async (count) => {
      while (sockets.length < count) await once(server, "stuck");
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
