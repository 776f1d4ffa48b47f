import { useEffect, useState } from "react";
import type { UnleashClient } from "unleash-proxy-client";
import { useStore } from "../text/store.ts";
import { flagsEdition } from "./events.ts";

let starting: Promise<UnleashClient> | null = null;
let startedAt = -1;

/**
 * Whether a switch is on for this person, as the server evaluates it. Off until it is known (fail closed).
 * For what is shown only: the server judges by itself.
 */
export function useFlag(name: string): boolean {
  return useKnownFlag(name) === true;
}

/** The same, and `null` until it is known: for places that would show one thing and then another. */
export function useKnownFlag(name: string): boolean | null {
  const edition = useStore(flagsEdition);
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    let here = true;
    flagClient(edition)
      .then((client) => client.isEnabled(name))
      .catch(() => false)
      .then((known) => here && setOn(known));
    return () => {
      here = false;
    };
  }, [name, edition]);
  return on;
}

/** Whether a switch is on, asked once; off where it cannot be known. */
export async function flagNow(name: string): Promise<boolean> {
  return await flagClient(flagsEdition.get()).then(
    (client) => client.isEnabled(name),
    () => false,
  );
}

// The client is 8 kB and no first screen needs it, so it is fetched when the first switch is read.
function flagClient(edition: number): Promise<UnleashClient> {
  if (starting && startedAt === edition) return starting;
  startedAt = edition;
  starting = import("unleash-proxy-client").then(
    async ({ UnleashClient: Client, InMemoryStorageProvider }) => {
      const client = new Client({
        url: `${location.origin}/api/frontend`,
        clientKey: "page",
        appName: "portal",
        refreshInterval: 0,
        disableMetrics: true,
        storageProvider: new InMemoryStorageProvider(),
      });
      await client.start();
      return client;
    },
  );
  return starting;
}
