import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/**
 * An action of a person or the bank. `draw` makes every random decision, so that the result can be repeated after a
 * fault, as a client with its key would; running it returns the outcome.
 */
export type Action = {
  readonly name: string;
  readonly weight: number;
  readonly draw: (world: World, chance: Chance) => Promise<(() => Promise<string>) | null>;
};

export const STRATEGIES = ["M-BTCA", "M-STABLE"] as const;
