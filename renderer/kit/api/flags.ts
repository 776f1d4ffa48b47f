import { useEffect, useState } from "react";
import type { UnleashClient } from "unleash-proxy-client";
import type { FlagName } from "../../../domain/flag-names.ts";
import { useStore } from "../text/store.ts";
import { flagsEdition } from "./events.ts";

/** Time in milliseconds after which an answer counts as lost. */
const LOST_AFTER_MS = 10_000;
/** Delays in milliseconds before the next attempt, by the number of lost answers. The last delay repeats. */
const AGAIN_AFTER_MS = [1_000, 3_000, 10_000, 30_000] as const;

let starting: Promise<UnleashClient> | null = null;
let startedAt = -1;
let lost = 0;

/**
 * Whether a feature switch is on for this person, as the server evaluates it. It counts as off until the
 * answer arrives (fail closed). For display only: the server checks the switch itself.
 */
export function useFlag(name: FlagName): boolean {
  return useKnownFlag(name) === true;
}

/**
 * Like `useFlag`, but `null` until the answer arrives, for places that would otherwise flicker. If an answer
 * is lost, returns the last known value, or `false`.
 */
export function useKnownFlag(name: FlagName): boolean | null {
  const edition = useStore(flagsEdition);
  const [on, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    let here = true;
    flagClient(edition).then(
      (client) => here && setOn(client.isEnabled(name)),
      () => here && setOn((known) => known ?? false),
    );
    return () => {
      here = false;
    };
  }, [name, edition]);
  return on;
}

/** Asks the server once whether a feature switch is on. Returns `false` if the answer is lost. */
export async function flagNow(name: FlagName): Promise<boolean> {
  return await flagClient(flagsEdition.get()).then(
    (client) => client.isEnabled(name),
    () => false,
  );
}

function flagClient(edition: number): Promise<UnleashClient> {
  if (starting && startedAt === edition) return starting;
  startedAt = edition;
  starting = startClient();
  starting.then(
    () => {
      lost = 0;
    },
    () => {
      // A lost answer must not hide a switched-on feature for the whole visit, so the question is repeated.
      setTimeout(
        () => flagsEdition.set(flagsEdition.get() + 1),
        AGAIN_AFTER_MS[Math.min(lost, AGAIN_AFTER_MS.length - 1)],
      );
      lost += 1;
    },
  );
  return starting;
}

// The flag client is 8 kB and no first screen needs it, so it loads when a switch is first read.
async function startClient(): Promise<UnleashClient> {
  const { UnleashClient: Client, InMemoryStorageProvider } = await import("unleash-proxy-client");
  const client = new Client({
    url: `${location.origin}/api/frontend`,
    clientKey: "page",
    appName: "portal",
    refreshInterval: 0,
    disableMetrics: true,
    storageProvider: new InMemoryStorageProvider(),
  });
  await Promise.race([client.start(), new Promise((done) => setTimeout(done, LOST_AFTER_MS))]);
  // The client only logs failures and then starts without flags, so a lost answer is detected here.
  if (!client.isReady()) throw new Error("flags: the server's answer is lost");
  return client;
}
