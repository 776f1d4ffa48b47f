import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Portal, startPortal } from "./portal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whoever asks here is told where the shared portal is; the first one waits until it has started. */
    readonly sharedPortal: string;
  }
}

/** Starts the portal that journeys share when the first of them asks, and ends it after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let portal: Promise<Portal> | null = null;
  const desk = createServer((_, response) => {
    portal ??= startPortal({ brand: "saphan" });
    portal.then(
      ({ origin, databaseUrl }) => response.end(JSON.stringify({ origin, databaseUrl })),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((listening) => desk.listen(0, "127.0.0.1", listening));
  project.provide("sharedPortal", `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    await portal?.then(
      (running) => running.stop(),
      () => {},
    );
  };
}
