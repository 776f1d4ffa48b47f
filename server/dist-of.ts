import { join } from "node:path";
import type { Config } from "./config.ts";

/** Where the built page lies: each environment has its own, so that neither overwrites the other's. */
export function distOf(rootDir: string, env: Config["env"]): string {
  return join(rootDir, "dist", env);
}
