import { join } from "node:path";
import type { Config } from "./config.ts";

/** Returns the folder of the built page. Each environment has its own. */
export function distOf(rootDir: string, env: Config["env"]): string {
  return join(rootDir, "dist", env);
}
