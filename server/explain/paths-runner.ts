import { Worker } from "node:worker_threads";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import type { VersionPaths } from "./paths.ts";

/** The reason why the paths of a version could not be computed. */
export type NoPaths = "paths-too-long" | "version-unsound";

/** Limits of time and memory. The largest flow takes a second and 100 MB. */
const LIMIT_MS = 60_000;
const MEMORY_MB = 512;
/** Maximum number of versions whose paths are cached. */
const MOST_KEPT = 16;

/**
 * Computes the paths of a version in a separate thread, so that the server stays responsive. Results are
 * cached per version.
 */
export type PathsRunner = (version: string, source: DefinitionSource) => Promise<VersionPaths | NoPaths>;

/** Creates the runner. It processes one version at a time. */
export function createPathsRunner(): PathsRunner {
  const known = new Map<string, Promise<VersionPaths | NoPaths>>();
  let last: Promise<unknown> = Promise.resolve();
  return (version, source) => {
    const found = known.get(version);
    if (found !== undefined) return found;
    const oldest = known.keys().next();
    if (known.size >= MOST_KEPT && !oldest.done) known.delete(oldest.value);
    const finding = last.then(() => findBeside(source));
    last = finding.catch(() => {});
    known.set(version, finding);
    // A failure may only mean that a busy machine took too long. So it is not cached, and the next request
    // tries again.
    finding
      .then((paths) => typeof paths === "string" && known.delete(version))
      .catch(() => known.delete(version));
    return finding;
  };
}

function findBeside(source: DefinitionSource): Promise<VersionPaths | NoPaths> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./paths-worker.ts", import.meta.url), {
      workerData: source,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    const timer = setTimeout(() => end(() => resolve("paths-too-long")), LIMIT_MS);
    const end = (then: () => void): void => {
      clearTimeout(timer);
      void worker.terminate();
      then();
    };
    worker.unref();
    worker.on("message", (paths: VersionPaths | null) => end(() => resolve(paths ?? "version-unsound")));
    worker.on("error", (error: Error & { readonly code?: string }) =>
      end(() => (error.code === "ERR_WORKER_OUT_OF_MEMORY" ? resolve("paths-too-long") : reject(error))),
    );
  });
}
