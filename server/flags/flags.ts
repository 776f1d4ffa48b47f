import { setTimeout as pause } from "node:timers/promises";
import { Unleash } from "unleash-client";
import { type FlagSet, isFlagSet, unguarded } from "../../engine/flags/index.ts";
import { said, type Words } from "../../engine/verify/words/index.ts";
import type { Config } from "../config.ts";
import { refuseWhileHolding } from "../holding.ts";
import { catalogueIn, cautiousSet, environmentFile } from "./flag-files.ts";
import { type HeldSet, holdSet } from "./held-set.ts";
import type { StoredFlags } from "./set-store.ts";

/** What a strategy may read of a person beside who it is. */
export const FLAG_PROPERTIES = ["customerType", "tier"] as const;
export type FlagProperty = (typeof FLAG_PROPERTIES)[number];

/** What a flag is asked with; made by `askFlags` alone. */
export type FlagContext = {
  /** The account, where there is one. */
  readonly personId?: string;
  /** The visitor, where there is one: a gradual rollout then stays the same for her. */
  readonly visitor?: string;
  readonly properties?: { readonly [property in FlagProperty]?: string };
};

/** A flag as unleash-proxy-client reads it. */
export type Toggle = {
  readonly name: string;
  readonly enabled: boolean;
  readonly variant: {
    readonly name: string;
    readonly enabled: boolean;
    readonly payload?: { readonly type: string; readonly value: string };
  };
  readonly impressionData: boolean;
};

export type Flags = {
  /** Whether each named flag is on for this person; a name that nobody knows is off. */
  readonly for: (context: FlagContext, names: readonly string[]) => Record<string, boolean>;
  /** The flags that are on, in the proxy's format. */
  readonly toggles: (context: FlagContext) => readonly Toggle[];
  /** What the present set reads of a person: nothing else needs to be known of them. */
  readonly reads: () => readonly FlagProperty[];
  /** Every name the set knows. */
  readonly names: () => readonly string[];
  /** The present set. */
  readonly set: () => FlagSet;
  /** The revision of the database that it is; `null` if it comes from elsewhere. */
  readonly revision: () => number | null;
  /** Takes a newer revision of the database; whether there was one. Rejects if the database cannot be asked. */
  readonly refresh: () => Promise<boolean>;
  /** Reads the set again: after a file was edited. */
  readonly reload: () => Promise<void>;
  /** Where the present set came from. */
  readonly source: () => "server" | "database" | "file" | "default";
  readonly close: () => void;
};

type Settings = Pick<Config, "env" | "rootDir" | "unleashUrl" | "unleashToken">;
type OnError = (error: Error) => void;
/** A set and where it is from. */
type Found = {
  readonly set: FlagSet;
  readonly source: ReturnType<Flags["source"]>;
  readonly revision: number | null;
};

const READY_WITHIN_MS = 2_000;
/** Who asks where nobody is known, so that a gradual rollout is one answer and not chance at each call. */
const PORTAL = "portal";

/**
 * Opens the flags: the set of the database (`stored`), of `flags/<env>.json` without a database, or of an Unleash
 * server if `UNLEASH_URL` is set. If none can be read, `flags/default.json` holds, the cautious set. `now` is the
 * moment that days of a switch are compared with. In `runtime` a set that switches off what protects, or a mock on,
 * is never used: the start throws, and an Unleash server's set leaves the one before in place.
 */
export async function openFlags(
  config: Settings,
  onError: OnError = () => {},
  {
    stored = null,
    now = () => new Date(),
  }: { readonly stored?: StoredFlags | null; readonly now?: () => Date } = {},
): Promise<Flags> {
  refuseWhileHolding("the set of flags");
  const guard = guardOf(config, onError);
  let { source, revision, ...first } = await firstSet(config, stored, onError);
  const held = holdSet(config.env, first.set, onError);
  let read: readonly FlagProperty[] | null = null;
  const hold = (found: Found) => {
    held.hold(found.set);
    ({ source, revision } = found);
    read = null;
  };
  const remote = config.unleashUrl === null ? null : pollServer(config, guard, { onError, hold });
  await remote?.ready;
  const refresh = async () => {
    const newest = await stored?.newer(revision ?? 0);
    // Two readings may end in another order than they began.
    if (newest === null || newest === undefined || newest.revision <= (revision ?? 0)) return false;
    guard(newest.set, OF_DATABASE);
    hold({ ...newest, source: "database" });
    return true;
  };
  let ofPortal = portalSwitches(config, onError);
  return {
    ...asked(held, { env: config.env, now, isOfPortal: (name) => ofPortal.has(name) }),
    reads: () => {
      read ??= propertiesIn(held.set());
      return read;
    },
    set: held.set,
    revision: () => revision,
    refresh: config.unleashUrl === null ? refresh : async () => false,
    reload: async () => {
      ofPortal = portalSwitches(config, onError);
      if (remote === null) hold(await firstSet(config, stored, onError));
    },
    source: () => source,
    close: () => {
      remote?.close();
      held.client.destroy();
    },
  };
}

/** What the flags answer, as unleash-client evaluates the held set. */
function asked(
  { client, set }: HeldSet,
  about: {
    readonly env: string;
    readonly now: () => Date;
    readonly isOfPortal: (name: string) => boolean;
  },
): Pick<Flags, "for" | "toggles" | "names"> {
  const contextOf = ({ personId, visitor, properties }: FlagContext) => ({
    environment: about.env,
    currentTime: about.now(),
    ...(personId === undefined ? { sessionId: visitor ?? PORTAL } : { userId: personId }),
    properties: { ...properties },
  });
  /** What each switch is asked with: one of the portal as a whole has the same answer for everybody. */
  const contextsOf = (context: FlagContext) => {
    const [own, portal] = [contextOf(context), contextOf({})];
    return (name: string) => (about.isOfPortal(name) ? portal : own);
  };
  const names = () => [...new Set(set().features.map(({ name }) => name))];
  return {
    for: (context, wanted) => {
      const contexts = contextsOf(context);
      const known = new Set(names());
      const isOn = (name: string) => known.has(name) && client.isEnabled(name, contexts(name), false);
      return Object.fromEntries(wanted.map((name) => [name, isOn(name)]));
    },
    toggles: (context) => {
      const contexts = contextsOf(context);
      return names()
        .filter((name) => client.isEnabled(name, contexts(name), false))
        .map((name) => {
          const { name: variant, enabled, payload } = client.getVariant(name, contexts(name));
          return {
            name,
            enabled: true,
            variant: { name: variant, enabled, ...(payload === undefined ? {} : { payload }) },
            impressionData: false,
          };
        });
    },
    names,
  };
}

/** The set that counts at the start: with a server the cautious one, until it has answered once. */
async function firstSet(config: Settings, stored: StoredFlags | null, onError: OnError): Promise<Found> {
  const cautious = (source: Found["source"]): Found => ({
    set: cautiousSet(config, onError),
    source,
    revision: null,
  });
  if (config.unleashUrl !== null) return cautious("server");
  const guard = guardOf(config, onError);
  if (stored === null) {
    const file = environmentFile(config, onError);
    if (file === null) return cautious("default");
    guard(file.set, file.path);
    return { set: file.set, source: "file", revision: null };
  }
  const newest = await stored.open().catch((error: Error) => {
    onError(error);
    return null;
  });
  if (newest === null) return cautious("default");
  guard(newest.set, OF_DATABASE);
  return { ...newest, source: "database" };
}

/** Asks an Unleash server every ten seconds and hands on what it serves. */
function pollServer(
  { env, unleashUrl, unleashToken }: Settings,
  guard: Guard,
  { onError, hold }: { readonly onError: OnError; readonly hold: (found: Found) => void },
): { readonly ready: Promise<unknown>; readonly close: () => void } {
  const take = (set: unknown) => {
    try {
      if (!isFlagSet(set)) throw new Error("flags: the server's answer is no set");
      guard(set, OF_SERVER);
      hold({ set, source: "server", revision: null });
    } catch (error) {
      onError(error as Error);
    }
  };
  const client = new Unleash({
    appName: "saphan",
    environment: env,
    url: unleashUrl ?? "",
    ...(unleashToken === null ? {} : { customHeaders: { Authorization: unleashToken } }),
    refreshInterval: 10_000,
    disableMetrics: true,
    disableAutoStart: true,
    skipInstanceCountWarning: true,
    // Every answer of the server ends here, in one piece.
    storageProvider: { get: async () => undefined, set: async (_, set) => take(set) },
  });
  client.on("error", onError);
  client.on("warn", (warning) => onError(new Error(String(warning))));
  // Over with the server's first answer or its failure; one that does not answer must not hold the start up.
  const ready = Promise.race([
    client.start().catch(onError),
    pause(READY_WITHIN_MS, undefined, { ref: false }),
  ]);
  return { ready, close: () => letGo(client) };
}

/**
 * A call to a server that hangs outlives its client, and what it comes to in the end has nobody to hear it any more:
 * unheard, it would end the process.
 */
function letGo(client: Unleash): void {
  client.destroy();
  (client as unknown as { readonly repository: NodeJS.EventEmitter }).repository.on("error", () => {});
}

/** Throws if real people would be let in behind a set that takes their protection away. */
type Guard = (set: FlagSet, called: Words | string) => void;

const OF_DATABASE: Words = { th: "ชุดสวิตช์ในฐานข้อมูล", en: "the set of the database" };
const OF_SERVER: Words = { th: "ชุดสวิตช์จาก Unleash", en: "the set of the Unleash server" };

function guardOf(config: Settings, onError: OnError): Guard {
  return (set, called) => {
    if (config.env !== "runtime") return;
    const [first] = unguarded(set, catalogueIn(config, onError), called);
    if (first === undefined) return;
    const { what, mend } = said(first, "en");
    const place = typeof called === "string" ? called : called.en;
    throw new Error(`${place}${first.pointer}: ${what}; SAPHAN_ENV=runtime does not use it. ${mend}`);
  };
}

/** Of a handful of strategies; a name that stands there for something else costs a look that nobody needed. */
function propertiesIn(set: FlagSet): readonly FlagProperty[] {
  const text = JSON.stringify([set.features, set.segments ?? []]);
  return FLAG_PROPERTIES.filter((property) => text.includes(JSON.stringify(property)));
}

/** The switches that stand for the portal as a whole, not for a person. */
function portalSwitches(config: Settings, onError: OnError): ReadonlySet<string> {
  const catalogue = catalogueIn(config, onError);
  return new Set(
    Object.entries(catalogue).flatMap(([name, { scope }]) => (scope === "portal" ? [name] : [])),
  );
}
