import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright";

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

// The packaged browser draws without a graphics card; its other switches would turn security off.
const WITHOUT_A_CARD = ["--no-zygote", "--in-process-gpu", "--use-gl=angle", "--use-angle=swiftshader"];

async function packagedChromium() {
  // It unpacks its own libraries only where it believes to be at home, and into a folder of its own.
  const env = {
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x",
    AWS_LAMBDA_JS_RUNTIME: "nodejs22.x",
    TMPDIR: mkdtempSync(join(tmpdir(), "saphan-chromium-")),
  };
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    const path = await packaged.executablePath();
    const libraries = process.env.LD_LIBRARY_PATH;
    return {
      path,
      args: WITHOUT_A_CARD,
      env: { ...env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) },
    };
  } finally {
    process.env = before;
  }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
