import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Portal, startPortal } from "./portal.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * `GET` waits for its turn, and for the portal to have started, and says where the shared portal is; `DELETE` ends
     * the turn of whoever has it.
     */
    readonly sharedPortal: string;
  }
}

/**
 * Starts the portal that journeys share when the first of them asks, and ends it after the last. Its people and its mailbox
 * are the same for all, so one file has it at a time; files with a portal of their own run beside it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let portal: Promise<Portal> | null = null;
  let taken = false;
  const waiting: (() => void)[] = [];
  const desk = createServer((request, response) => {
    if (request.method === "DELETE") {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
      response.end();
      return;
    }
    const answer = () => {
      portal ??= startPortal({ brand: "saphan" });
      portal.then(
        ({ origin, databaseUrl }) => response.end(JSON.stringify({ origin, databaseUrl })),
        (error) => response.writeHead(500).end(String(error)),
      );
    };
    if (taken) waiting.push(answer);
    else answer();
    taken = true;
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
