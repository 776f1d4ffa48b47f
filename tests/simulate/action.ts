import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/**
 * An action of a person or the bank. `draw` makes every random decision in advance and returns the function
 * that runs the action. So the action can be repeated after a fault, as a client with its idempotency key
 * would do. Running it returns the outcome.
 */
export type Action = {
  readonly name: string;
  readonly weight: number;
  readonly draw: (world: World, chance: Chance) => Promise<(() => Promise<string>) | null>;
};

export const STRATEGIES = ["M-BTCA", "M-STABLE"] as const;
