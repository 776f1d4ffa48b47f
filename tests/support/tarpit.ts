import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A server that takes every connection and never says a word. */
export type Tarpit = {
  readonly port: number;
  /** Resolves once so many have got stuck in it, at the same time or one after the other. */
  readonly stuck: (count: number) => Promise<void>;
  /** Lets go of everybody. */
  readonly close: () => Promise<void>;
};

/** Opens a tarpit on a port of its own. */
export async function openTarpit(): Promise<Tarpit> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    // Whoever gives up must not be answered by a broken pipe.
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
