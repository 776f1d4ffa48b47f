import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { InMemStorageProvider, Unleash } from "unleash-client";
import { type FlagCatalogue, type FlagSet, unguarded } from "../../engine/flags/index.ts";
import { said } from "../../engine/verify/words/index.ts";
import type { Config } from "../config.ts";
import { refuseWhileHolding } from "../holding.ts";

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
  readonly variant: { readonly name: string; readonly enabled: boolean };
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
  /** Reads the set again: after a file was edited. */
  readonly reload: () => Promise<void>;
  /** Where the present set came from. */
  readonly source: () => "server" | "file" | "default";
  readonly close: () => void;
};

const READY_WITHIN_MS = 2_000;
/** Who asks where nobody is known, so that a gradual rollout is one answer and not chance at each call. */
const PORTAL = "portal";

/**
 * Opens the flags: the set of this environment from `flags/<env>.json`, or an Unleash server where
 * `UNLEASH_URL` is set. Where neither can be loaded, `flags/default.json` holds, the cautious set. Throws in `runtime` where
 * its file switches off what protects, or a mock on.
 */
export async function openFlags(
  config: Pick<Config, "env" | "rootDir" | "unleashUrl" | "unleashToken">,
  onError: (error: Error) => void = () => {},
): Promise<Flags> {
  let { client, source } = await open(config, onError);
  const contextOf = ({ personId, visitor, properties }: FlagContext) => ({
    environment: config.env,
    ...(personId === undefined ? { sessionId: visitor ?? PORTAL } : { userId: personId }),
    properties: { ...properties },
  });
  /** What the present set reads; looked for again once it changed. */
  let read: readonly FlagProperty[] | null = null;
  const hear = () => {
    read = null;
    client.on("changed", () => {
      read = null;
    });
  };
  hear();
  let ofPortal = portalSwitches(catalogueIn(config, onError));
  /** What each switch is asked with: one of the portal as a whole has the same answer for everybody. */
  const contextsOf = (context: FlagContext) => {
    const [own, portal] = [contextOf(context), contextOf({})];
    return (name: string) => (ofPortal.has(name) ? portal : own);
  };
  const names = () => client.getFeatureToggleDefinitions().map((feature) => feature.name);
  return {
    for: (context, wanted) => {
      const asked = contextsOf(context);
      const known = new Set(names());
      const isOn = (name: string) => known.has(name) && client.isEnabled(name, asked(name), false);
      return Object.fromEntries(wanted.map((name) => [name, isOn(name)]));
    },
    toggles: (context) => {
      const asked = contextsOf(context);
      return names()
        .filter((name) => client.isEnabled(name, asked(name), false))
        .map((name) => {
          const { name: variant, enabled } = client.getVariant(name, asked(name));
          return { name, enabled: true, variant: { name: variant, enabled }, impressionData: false };
        });
    },
    names,
    reads: () => {
      read ??= propertiesIn(client);
      return read;
    },
    reload: async () => {
      const before = client;
      ofPortal = portalSwitches(catalogueIn(config, onError));
      ({ client, source } = await open(config, onError));
      hear();
      letGo(before);
    },
    source: () => source,
    close: () => letGo(client),
  };
}

async function open(
  config: Pick<Config, "env" | "rootDir" | "unleashUrl" | "unleashToken">,
  onError: (error: Error) => void,
): Promise<{ readonly client: Unleash; readonly source: "server" | "file" | "default" }> {
  refuseWhileHolding("the set of flags");
  const own = readSet(join(config.rootDir, "flags", `${config.env}.json`), onError);
  if (config.env === "runtime" && own !== null) refuseUnguarded(own, catalogueIn(config, onError));
  const cautious =
    readSet(join(config.rootDir, "flags", "default.json"), onError) ?? protecting(config, onError);
  const remote = config.unleashUrl !== null;
  // With a server, its set counts; until it has answered once, only what is certainly safe is on.
  const bootstrap = remote ? cautious : (own ?? cautious);
  const client = new Unleash({
    appName: "saphan",
    environment: config.env,
    url: config.unleashUrl ?? "http://127.0.0.1:9/",
    ...(config.unleashToken === null ? {} : { customHeaders: { Authorization: config.unleashToken } }),
    refreshInterval: remote ? 10_000 : 0,
    disableMetrics: true,
    disableAutoStart: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: bootstrap.features as never, segments: (bootstrap.segments ?? []) as never },
  });
  client.on("error", onError);
  client.on("warn", (warning) => onError(new Error(String(warning))));
  const ready = new Promise<void>((resolve) => client.once("ready", resolve));
  // Over with the server's first answer or its failure; one that does not answer must not hold the start up.
  const started = Promise.all([ready, client.start().catch(onError)]);
  await Promise.race([started, pause(READY_WITHIN_MS, undefined, { ref: false })]);
  return { client, source: remote ? "server" : own === null ? "default" : "file" };
}

/**
 * A call to a server that hangs outlives its client, and what it comes to in the end has nobody to hear it any more:
 * unheard, it would end the process.
 */
function letGo(client: Unleash): void {
  client.destroy();
  (client as unknown as { readonly repository: NodeJS.EventEmitter }).repository.on("error", () => {});
}

/** Real people are not let in behind a file that takes their protection away. */
function refuseUnguarded(set: FlagSet, catalogue: FlagCatalogue): void {
  const [first] = unguarded(set, catalogue);
  if (first === undefined) return;
  const { what, mend } = said(first, "en");
  throw new Error(`${first.file}${first.pointer}: ${what}; SAPHAN_ENV=runtime does not start so. ${mend}`);
}

/** Of a handful of strategies; a name that stands there for something else costs a look that nobody needed. */
function propertiesIn(client: Unleash): readonly FlagProperty[] {
  const set = JSON.stringify(client.getFeatureToggleDefinitions(true));
  return FLAG_PROPERTIES.filter((property) => set.includes(JSON.stringify(property)));
}

/** The switches that stand for the portal as a whole, not for a person. */
function portalSwitches(catalogue: FlagCatalogue): ReadonlySet<string> {
  return new Set(
    Object.entries(catalogue).flatMap(([name, { scope }]) => (scope === "portal" ? [name] : [])),
  );
}

function catalogueIn(config: Pick<Config, "rootDir">, onError: (error: Error) => void): FlagCatalogue {
  return readJson<FlagCatalogue>(join(config.rootDir, "flags", "catalogue.json"), onError) ?? {};
}

/** What is left where even the cautious set cannot be read: the switches that the catalogue says protect, on. */
function protecting(config: Pick<Config, "rootDir">, onError: (error: Error) => void): FlagSet {
  const catalogue = catalogueIn(config, onError);
  const features = Object.entries(catalogue)
    .filter(([, { protects }]) => protects === true)
    .map(([name]) => ({ name, enabled: true, strategies: [{ name: "default" }] }));
  return { version: 2, features };
}

function readSet(path: string, onError: (error: Error) => void): FlagSet | null {
  const set = readJson<FlagSet>(path, onError);
  if (set === null || Array.isArray(set.features)) return set;
  onError(new Error(`flags: ${path} cannot be used: it has no list \`features\``));
  return null;
}

function readJson<T>(path: string, onError: (error: Error) => void): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    onError(new Error(`flags: ${path} cannot be used: ${(error as Error).message}`));
    return null;
  }
}
