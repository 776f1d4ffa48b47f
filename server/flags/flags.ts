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

/** Properties of a person that a strategy may read, in addition to the person's id. */
export const FLAG_PROPERTIES = ["customerType", "tier"] as const;
export type FlagProperty = (typeof FLAG_PROPERTIES)[number];

/** The context in which a switch is evaluated. Only `askFlags` makes it. */
export type FlagContext = {
  /** Id of the account, if there is one. */
  readonly personId?: string;
  /** Identifier of the visitor, if there is one. With it, a gradual rollout always gives the same answer. */
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

/** A feature that is tried only, in the place of the switch `flag`: a portal-wide switch has one value for all people. */
export type Probe = { readonly flag: string; readonly feature: FlagCondition["probe"] };

export type Flags = {
  /** Returns whether each named switch is on for this person. An unknown name is off. */
  readonly for: (context: FlagContext, names: readonly string[]) => Record<string, boolean>;
  /** Returns the switches that are on, in the proxy's format. */
  readonly toggles: (context: FlagContext) => readonly Toggle[];
  /** Returns whether each probe would be on for this person, as a switch of the current set beside the others. */
  readonly probe: (context: FlagContext, probes: readonly Probe[]) => readonly boolean[];
  /** Returns the properties that the current set reads. No others need loading. */
  readonly reads: () => readonly FlagProperty[];
  /** Returns the names of all switches in the set. */
  readonly names: () => readonly string[];
  /** Returns the current set. */
  readonly set: () => FlagSet;
  /** Returns the current set's revision in the database; `null` if it comes from another source. */
  readonly revision: () => number | null;
  /**
   * Loads a newer revision from the database. Returns true if there was one. Rejects if the database is not available.
   */
  readonly refresh: () => Promise<boolean>;
  /** Reads the set again, after a file was edited. */
  readonly reload: () => Promise<void>;
  /** Returns where the current set was read. */
  readonly source: () => "server" | "database" | "file" | "default";
  readonly close: () => void;
};

type Settings = Pick<Config, "env" | "rootDir" | "unleashUrl" | "unleashToken">;
type OnError = (error: Error) => void;
/** A flag set, and where it was read. */
type Found = {
  readonly set: FlagSet;
  readonly source: ReturnType<Flags["source"]>;
  readonly revision: number | null;
};

const READY_WITHIN_MS = 2_000;
/**
 * User id for evaluations without a person. With it, a gradual rollout always gives the same answer instead
 * of a random one for each call.
 */
const PORTAL = "portal";

/**
 * Opens the switches. Their set comes from an Unleash server if `UNLEASH_URL` is set, otherwise from the
 * database (`stored`), or from `flags/<env>.json` without a database. If none can be read, the cautious set
 * in `flags/default.json` applies. `now` is the time with which the days of a switch are compared. In
 * `runtime`, a set that turns a protection off or a mock on is never used: the start throws, and such a set
 * from an Unleash server is ignored.
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
    // Two queries can end in another sequence than they began, so an older revision is ignored.
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
  /** Returns the context for each switch. A portal-wide switch has the same context for all people. */
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
 * Returns the set at the start. With an Unleash server this is the cautious set, until the server's first
 * answer.
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

/** Polls an Unleash server every ten seconds and passes on its sets. */
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
    // The client saves every answer of the server here, as a whole set.
    storageProvider: { get: async () => undefined, set: async (_, set) => take(set) },
  });
  client.on("error", onError);
  client.on("warn", (warning) => onError(new Error(String(warning))));
  // Settles with the server's first answer or failure. A server that does not answer must not delay the
  // start.
  const ready = Promise.race([
    client.start().catch(onError),
    pause(READY_WITHIN_MS, undefined, { ref: false }),
  ]);
  return { ready, close: () => letGo(client) };
}

/**
 * Closes the client. A pending call to a hanging server can fail after that. Without an error listener, the
 * late error would end the process.
 */
function letGo(client: Unleash): void {
  client.destroy();
  // The client's type declares its repository private, and there is no other way to listen for late errors.
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
 * Returns the person properties that a set reads. If a property name occurs in another role, only an unneeded
 * read results.
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
