import { setTimeout as pause } from "node:timers/promises";
import { Unleash } from "unleash-client";
import {
  type Feature,
  type FlagCondition,
  type FlagSet,
  isFlagSet,
  unguarded,
} from "../../engine/flags/index.ts";
import { said, type Words } from "../../engine/verify/words/index.ts";
import type { Config } from "../config.ts";
import { refuseWhileHolding } from "../holding.ts";
import { catalogueIn, environmentFile, fallbackSet } from "./flag-files.ts";
import { type HeldSet, holdSet } from "./held-set.ts";
import type { StoredFlags } from "./set-store.ts";

/** Properties of a person on which a switch can depend, besides the person's id. */
export const FLAG_PROPERTIES = ["customerType", "tier"] as const;
export type FlagProperty = (typeof FLAG_PROPERTIES)[number];

/**
 * The person for whom a switch is evaluated. Only `askFlags` creates such values, so that all code evaluates
 * switches in the same way.
 */
export type FlagContext = {
  /** Id of the account, if there is one. */
  readonly personId?: string;
  /**
   * Identifier of the visitor, if there is one. It ensures that a gradual rollout always gives this visitor
   * the same answer.
   */
  readonly visitor?: string;
  readonly properties?: { readonly [property in FlagProperty]?: string };
};

/** A switch in the format of unleash-proxy-client. */
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

/**
 * A feature that is evaluated for a trial in place of the switch `flag`, without changing the set. It is
 * needed to know whether a switch has one value for the whole portal.
 */
export type Probe = { readonly flag: string; readonly feature: FlagCondition["probe"] };

export type Flags = {
  /** Returns whether each named switch is on for this person. An unknown name is off. */
  readonly for: (context: FlagContext, names: readonly string[]) => Record<string, boolean>;
  /** Returns the switches that are on, in the proxy's format. */
  readonly toggles: (context: FlagContext) => readonly Toggle[];
  /**
   * Returns, for each tried-out feature, whether it would be on for this person if the current set contained
   * it.
   */
  readonly probe: (context: FlagContext, probes: readonly Probe[]) => readonly boolean[];
  /** Returns the properties of a person that the current set depends on. Callers need not load any others. */
  readonly reads: () => readonly FlagProperty[];
  /** Returns the names of all switches in the set. */
  readonly names: () => readonly string[];
  /** Returns the current set. */
  readonly set: () => FlagSet;
  /**
   * Returns the revision that the current set has in the database; `null` if the set comes from another
   * source.
   */
  readonly revision: () => number | null;
  /**
   * Loads the newest revision from the database. Returns true if it is newer than the one in use. Rejects if
   * the database is not available.
   */
  readonly refresh: () => Promise<boolean>;
  /** Reads the set again, because a flag file was edited. */
  readonly reload: () => Promise<void>;
  /** Returns from where the current set was read. */
  readonly source: () => "server" | "database" | "file" | "default";
  readonly close: () => void;
};

type Settings = Pick<Config, "env" | "rootDir" | "unleashUrl" | "unleashToken">;
type OnError = (error: Error) => void;
/** A flag set, and from where it was read. */
type Found = {
  readonly set: FlagSet;
  readonly source: ReturnType<Flags["source"]>;
  readonly revision: number | null;
};

const READY_WITHIN_MS = 2_000;
/**
 * User id for evaluations that are for no particular person. With a fixed id, a gradual rollout always gives
 * the same answer. Without an id, each evaluation would give a random one.
 */
const PORTAL = "portal";

/**
 * Opens the switches. Their set comes from an Unleash server if `UNLEASH_URL` is set. Otherwise it comes from
 * the database (`stored`) or, without a database, from `flags/<env>.json`. If none of these can be read, the
 * cautious set in `flags/default.json` is used. `now` returns the time that is compared with the first and
 * last days of switches. In `runtime`, a set that turns a protection off or a mock on is never used. If the
 * database or file has such a set, the start throws. Such a set from an Unleash server is ignored.
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
    // If two queries run at the same time, the older revision can arrive last. It is then ignored.
    if (newest === null || newest === undefined || newest.revision <= (revision ?? 0)) return false;
    guard(newest.set, OF_DATABASE);
    hold({ ...newest, source: "database" });
    return true;
  };
  let ofPortal = portalSwitches(config, onError);
  return {
    ...asked(held, { env: config.env, now, isOfPortal: (name) => ofPortal.has(name), onError }),
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

/** Evaluates switches with unleash-client and the current set. */
function asked(
  { client, set }: HeldSet,
  about: {
    readonly env: string;
    readonly now: () => Date;
    readonly isOfPortal: (name: string) => boolean;
    readonly onError: OnError;
  },
): Pick<Flags, "for" | "toggles" | "names" | "probe"> {
  const contextOf = ({ personId, visitor, properties }: FlagContext) => ({
    environment: about.env,
    currentTime: about.now(),
    ...(personId === undefined ? { sessionId: visitor ?? PORTAL } : { userId: personId }),
    properties: { ...properties },
  });
  /**
   * Returns a function that gives the evaluation context for a switch. A switch of the whole portal gets the
   * same context for all people.
   */
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
    probe: (context, probes) => {
      const contexts = contextsOf(context);
      const nameAt = (at: number) => `probe ${at}`;
      const features = probes.map(({ feature }, at) => ({ ...feature, name: nameAt(at) }));
      const held = holdSet(about.env, withProbes(set(), features), about.onError);
      const answers = probes.map(({ flag }, at) => held.client.isEnabled(nameAt(at), contexts(flag), false));
      held.client.destroy();
      return answers;
    },
  };
}

function withProbes(set: FlagSet, features: readonly Feature[]): FlagSet {
  return { ...set, features: [...set.features, ...features] };
}

/**
 * Returns the set to use at the start. If an Unleash server is configured, this is the cautious set, until
 * the server has answered for the first time.
 */
async function firstSet(config: Settings, stored: StoredFlags | null, onError: OnError): Promise<Found> {
  const cautious = (source: Found["source"]): Found => ({
    set: fallbackSet(config, onError),
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

/** Asks an Unleash server for its set every ten seconds, and passes each new set to `hold`. */
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
    // The client calls this with every answer of the server, which is a whole set.
    storageProvider: { get: async () => undefined, set: async (_, set) => take(set) },
  });
  client.on("error", onError);
  client.on("warn", (warning) => onError(new Error(String(warning))));
  // Settles when the server has answered for the first time, or has failed. After a short time it settles
  // anyway, so that a server without an answer does not delay the start.
  const ready = Promise.race([
    client.start().catch(onError),
    pause(READY_WITHIN_MS, undefined, { ref: false }),
  ]);
  return { ready, close: () => letGo(client) };
}

/**
 * Closes the client. A call that is still waiting for the server can fail later. Its error is then ignored by
 * a listener; without one it would end the process.
 */
function letGo(client: Unleash): void {
  client.destroy();
  // According to the client's type, its repository is private. But late errors are reported only there.
  (client as unknown as { readonly repository: NodeJS.EventEmitter }).repository.on("error", () => {});
}

/** Throws if a flag set removes a protection from real people. */
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

/**
 * Returns the properties of people that a set depends on. The search is by name in the text of the set. If
 * the name occurs there with another meaning, the only harm is that a property is loaded unnecessarily.
 */
function propertiesIn(set: FlagSet): readonly FlagProperty[] {
  const text = JSON.stringify([set.features, set.segments ?? []]);
  return FLAG_PROPERTIES.filter((property) => text.includes(JSON.stringify(property)));
}

/** Returns the names of the switches that have one value for the whole portal. */
function portalSwitches(config: Settings, onError: OnError): ReadonlySet<string> {
  const catalogue = catalogueIn(config, onError);
  return new Set(
    Object.entries(catalogue).flatMap(([name, { scope }]) => (scope === "portal" ? [name] : [])),
  );
}
