import { EventEmitter } from "node:events";
import { Unleash } from "unleash-client";
import type { FlagSet } from "../../engine/flags/index.ts";

type Toggle = NonNullable<ReturnType<Unleash["getFeatureToggleDefinition"]>>;
type Repository = NonNullable<ConstructorParameters<typeof Unleash>[0]["repository"]>;
type Segment = NonNullable<ReturnType<Repository["getSegment"]>>;

/**
 * A set, and the unleash-client that evaluates it. `hold` replaces the whole set, so that no evaluation sees
 * a mixture of two sets.
 */
export type HeldSet = {
  readonly client: Unleash;
  readonly hold: (set: FlagSet) => void;
  readonly set: () => FlagSet;
};

/** Opens unleash-client with a given set, without a server. */
export function holdSet(environment: string, first: FlagSet, onError: (error: Error) => void): HeldSet {
  const repository = new Held(first);
  const client = new Unleash({
    appName: "saphan",
    environment,
    // The client requires an address but never calls it, because `repository` gives it the set.
    url: "http://127.0.0.1:9/",
    repository,
    disableMetrics: true,
    disableAutoStart: true,
    skipInstanceCountWarning: true,
  });
  client.on("error", onError);
  client.on("warn", (warning) => onError(new Error(String(warning))));
  repository.emit("ready");
  return { client, hold: (set) => repository.hold(set), set: () => repository.set };
}

class Held extends EventEmitter implements Repository {
  set: FlagSet;
  private toggles = new Map<string, Toggle>();
  private segments = new Map<number, Segment>();

  constructor(set: FlagSet) {
    super();
    this.set = set;
    this.hold(set);
  }

  hold(set: FlagSet): void {
    this.set = set;
    // The client's type for the first set has mutable lists. But the client does not change them.
    this.toggles = new Map(set.features.map((feature) => [feature.name, feature as unknown as Toggle]));
    this.segments = new Map((set.segments ?? []).map((segment) => [segment.id, segment as Segment]));
  }

  getToggle(name: string): Toggle | undefined {
    return this.toggles.get(name);
  }

  getToggles(): Toggle[] {
    return [...this.toggles.values()];
  }

  getTogglesWithSegmentData(): ReturnType<Repository["getTogglesWithSegmentData"]> {
    return this.getToggles().map(({ strategies, ...toggle }) => ({
      ...toggle,
      ...(strategies === undefined
        ? {}
        : {
            strategies: strategies.map(({ segments, ...strategy }) => ({
              ...strategy,
              segments: segments?.map((id) => this.getSegment(id)),
            })),
          }),
    })) as ReturnType<Repository["getTogglesWithSegmentData"]>;
  }

  getSegment(id: number): Segment | undefined {
    return this.segments.get(id);
  }

  stop(): void {
    this.removeAllListeners();
  }

  async start(): Promise<void> {}
}
