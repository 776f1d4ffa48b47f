import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright";
import ours from "../../package.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "..", "..");

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// A browser that phones nobody: tests measure our page, and machines without a network run them too.
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--metrics-recording-only",
  "--no-first-run",
  "--no-pings",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
];

/**
 * Starts a real Chromium: the machine's own where there is one (or `CHROMIUM`), else the one that came
 * with the packages. Throws with what to install when neither starts.
 */
export async function launchBrowser(options: { readonly args?: readonly string[] } = {}): Promise<Browser> {
  const found = await findChromium();
  // Root has no sandbox to start; a normal user keeps it.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return await chromium.launch({
    executablePath: found.path,
    args: [...QUIET, ...sandbox, ...found.args, ...(options.args ?? [])],
    env: { ...definedOf(process.env), ...found.env },
    headless: true,
  });
}

/** The browser's program, for tools that start it themselves. */
export async function findChromium(): Promise<{
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}> {
  const own = [process.env.CHROMIUM ?? "", ...INSTALLED].find((path) => path !== "" && existsSync(path));
  if (own !== undefined) return { path: own, args: [], env: {} };
  return await packagedChromium();
}

// The packaged browser draws without a graphics card, and without pretending that there is one: a third of its work.
// Its other switches would turn security off.
const WITHOUT_A_CARD = ["--no-zygote", "--in-process-gpu", "--disable-gpu"];

async function packagedChromium() {
  const folder = join(ROOT, ".cache", `chromium-${ours.devDependencies["@sparticuz/chromium"]}`);
  if (!existsSync(folder)) await unpackInto(folder);
  const libraries = [join(folder, "al2023", "lib"), process.env.LD_LIBRARY_PATH ?? ""];
  return {
    path: join(folder, "chromium"),
    args: WITHOUT_A_CARD,
    env: { LD_LIBRARY_PATH: libraries.filter((one) => one !== "").join(":") },
  };
}

/** Unpacks the browser beside a folder and puts it there whole, unless somebody else has done so meanwhile. */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const beside = mkdtempSync(`${folder}-`);
  // It unpacks its own libraries only where it believes to be at home, and into the folder for what is temporary.
  const home = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x", AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
  const unpack = 'import packaged from "@sparticuz/chromium"; await packaged.executablePath();';
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", unpack], {
    cwd: ROOT,
    env: { ...process.env, ...home, TMPDIR: beside },
  });
  try {
    renameSync(beside, folder);
  } catch (error) {
    rmSync(beside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
