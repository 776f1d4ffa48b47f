import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright";
import ours from "../../package.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "..", "..");

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

// Options for a browser without background network calls. Tests must measure only the portal's page, and must
// run on machines without a network.
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
 * Starts a real Chromium: the one in `CHROMIUM`, else the machine's own, else the packaged one.
 * @throws an error with installation instructions if none starts.
 */
export async function launchBrowser(options: { readonly args?: readonly string[] } = {}): Promise<Browser> {
  const found = await findChromium();
  // Root cannot use the sandbox of Chromium; a normal user can.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return await chromium.launch({
    executablePath: found.path,
    args: [...QUIET, ...sandbox, ...found.args, ...(options.args ?? [])],
    env: { ...definedOf(process.env), ...found.env },
    headless: true,
  });
}

/** Returns the path of the browser, for tools that start it themselves. */
export async function findChromium(): Promise<{
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}> {
  const own = [process.env.CHROMIUM ?? "", ...INSTALLED].find((path) => path !== "" && existsSync(path));
  if (own !== undefined) return { path: own, args: [], env: {} };
  return await packagedChromium();
}

// Options with which the packaged browser renders without a graphics card or an emulated one, which saves a
// third of its work. The package's other options would turn security off.
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

/**
 * Unpacks the browser beside the folder and then moves it there in one step, unless another process has done
 * so in the meantime.
 */
async function unpackInto(folder: string): Promise<void> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const beside = mkdtempSync(`${folder}-`);
  // The package unpacks its libraries only if these variables name its platform, and it uses the temporary
  // folder.
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
