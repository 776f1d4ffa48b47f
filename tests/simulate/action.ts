import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/**
 * Something that somebody does. `draw` decides everything that chance decides, so that what it answers can be done again after
 * a fault, as a client with its key would; doing it answers what came of it.
 */
export type Action = {
  readonly name: string;
  readonly weight: number;
  readonly draw: (world: World, chance: Chance) => Promise<(() => Promise<string>) | null>;
};

export const STRATEGIES = ["M-BTCA", "M-STABLE"] as const;
