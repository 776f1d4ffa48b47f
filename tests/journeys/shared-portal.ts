import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Portal, startPortal } from "./portal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Address of the service for shared portals. `GET` waits until a portal is free and started, and returns
     * its address and number; `DELETE /<number>` releases the portal.
     */
    readonly sharedPortal: string;
  }
}

/** Number of shared portals, one per test worker: with one portal for two files a core stayed idle. */
const PORTALS = 2;

/**
 * Starts the portals that journeys share, and stops them after the last file.
 *
 * A portal starts when a file asks and no other portal is free. Its people and mailbox are shared, so only
 * one file uses a portal at a time. Files with their own portal run at the same time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const portals: Promise<Portal>[] = [];
  const free: number[] = [];
  const waiting: ((which: number) => void)[] = [];
  const desk = createServer((request, response) => {
    if (request.method === "DELETE") {
      const which = Number(request.url?.slice(1));
      const next = waiting.shift();
      if (next === undefined) free.push(which);
      else next(which);
      response.end();
      return;
    }
    const answer = (which: number) =>
      portals[which]?.then(
        ({ origin, databaseUrl }) => response.end(JSON.stringify({ which, origin, databaseUrl })),
        (error) => response.writeHead(500).end(String(error)),
      );
    const at = free.pop();
    if (at !== undefined) answer(at);
    else if (portals.length < PORTALS) answer(portals.push(startPortal({ brand: "saphan" })) - 1);
    else waiting.push(answer);
  });
  await new Promise<void>((listening) => desk.listen(0, "127.0.0.1", listening));
  project.provide("sharedPortal", `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    for (const portal of portals)
      await portal.then(
        (running) => running.stop(),
        () => {},
      );
  };
}
