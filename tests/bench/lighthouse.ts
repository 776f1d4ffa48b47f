import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright";
import { buildPage } from "../../server/build.ts";
import { logIn } from "../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../journeys/people.ts";
import { startPortal } from "../journeys/portal.ts";
import { findChromium } from "../support/browser.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const VERSION = "13.5.0";
/**
 * Lighthouse is downloaded for this measurement only. It is not a package of the project, because it has 176
 * MB.
 */
const FOLDER = join(ROOT, ".cache", `lighthouse-${VERSION}`);
const RUNS = Number(process.env.BENCH_RUNS ?? 5);

/** The measured pages, as seen on a phone with a slow connection, with the minimum performance score. */
const PAGES = [
  { page: "/", kind: "public", least: 99, who: null },
  { page: "/en/articles/nav-and-cutoff", kind: "public", least: 99, who: null },
  { page: "/strategies/M-BTCA", kind: "public", least: 99, who: null },
  { page: "/invest/register", kind: "flow", least: 96, who: null },
  { page: "/strategies/M-BTCA", kind: "charts", least: 92, who: "investor@saphan.example" },
  { page: "/overview", kind: "charts", least: 92, who: "investor@saphan.example" },
] as const;
const ACCESSIBLE = 100;

type Measured = {
  readonly performance: number;
  readonly accessibility: number;
  readonly lcpMs: number;
  readonly blockedMs: number;
  readonly shift: number;
  readonly kilobytes: number;
  /** Accessibility faults of the page. */
  readonly faults: readonly string[];
};
type Lighthouse = (
  url: string,
  flags: object,
) => Promise<{
  readonly lhr: {
    readonly runtimeError?: { readonly message: string };
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<
      Record<string, { readonly score: number | null; readonly numericValue?: number; readonly id: string }>
    >;
  };
}>;

/**
 * Measures figure 6: Lighthouse scores of public pages, a flow and pages with charts. Scores are for a mobile
 * phone, medians of `BENCH_RUNS` (5) runs, in the Chromium of the tests. If Lighthouse cannot be downloaded
 * or run, a figure is "not measured" with the reason, never passed.
 */
export async function bench(): Promise<{
  readonly name: "lighthouse";
  readonly figures: { readonly [figure: string]: unknown };
}> {
  const lighthouse = await fetched();
  if (typeof lighthouse === "string") return said({ "not measured": lighthouse });
  await buildPage({ env: "development" }, { quiet: true });
  const portal = await startPortal({ brand: "saphan" });
  const figures: Record<string, unknown> = {};
  try {
    for (const { page, kind, least, who } of PAGES) {
      if (!`${kind} ${page}`.includes(process.env.BENCH_PAGE ?? "")) continue;
      const url = `${portal.origin}${page}`;
      const found = await inBrowser(async (context, port) => {
        if (who !== null) await asSomebody(context, portal.origin, who);
        return await measured({ lighthouse, url, port, context });
      }).catch((error: Error) => `not measured: ${error.message.split("\n")[0]}`);
      figures[`${kind} ${page}`] =
        typeof found === "string"
          ? found
          : {
              ...found,
              least,
              reached: found.performance >= least && found.accessibility >= ACCESSIBLE,
            };
    }
  } finally {
    await portal.stop();
  }
  return said(figures);
}

function said(figures: { readonly [figure: string]: unknown }) {
  return { name: "lighthouse" as const, figures: { version: VERSION, runs: RUNS, ...figures } };
}

/** Returns Lighthouse, which is downloaded once, or the reason why it cannot be downloaded. */
async function fetched(): Promise<Lighthouse | string> {
  const entry = join(FOLDER, "node_modules", "lighthouse", "core", "index.js");
  if (!existsSync(entry)) {
    mkdirSync(FOLDER, { recursive: true });
    const words = ["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", FOLDER];
    try {
      await promisify(execFile)("npm", [...words, `lighthouse@${VERSION}`], { cwd: FOLDER });
    } catch {
      return `lighthouse@${VERSION} cannot be fetched from npm`;
    }
  }
  const { default: lighthouse } = await import(pathToFileURL(entry).href);
  return lighthouse as Lighthouse;
}

/** Opens a browser that Lighthouse can reach, with a separate profile. */
async function inBrowser<Answer>(
  work: (context: BrowserContext, port: number) => Promise<Answer>,
): Promise<Answer> {
  const profile = mkdtempSync(join(tmpdir(), "saphan-lighthouse-"));
  const found = await findChromium();
  const port = await freePort();
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: found.path,
    env: { ...process.env, ...found.env } as Record<string, string>,
    args: [...found.args, ...sandbox, `--remote-debugging-port=${port}`],
    headless: true,
  });
  try {
    return await work(context, port);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function asSomebody(context: BrowserContext, origin: string, email: string): Promise<void> {
  const page = await context.newPage();
  const { goto } = page;
  page.goto = (path, options) => goto.call(page, new URL(path, origin).href, options);
  await logIn(page, email, PEOPLE_PASSWORD);
  await page.close();
}

/** Returns medians over the runs, each with an empty cache. */
async function measured(of: {
  readonly lighthouse: Lighthouse;
  readonly url: string;
  readonly port: number;
  readonly context: BrowserContext;
}): Promise<Measured> {
  const { lighthouse, url, port, context } = of;
  const runs: Measured[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // A logged-in user stays logged in, because only the cache is cleared.
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    await wire.send("Network.clearBrowserCache");
    await page.close();
    const { lhr } = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: ["performance", "accessibility"],
      disableStorageReset: true,
    });
    if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
    const { categories, audits } = lhr;
    const value = (audit: string) => audits[audit]?.numericValue ?? 0;
    runs.push({
      performance: Math.round((categories.performance?.score ?? 0) * 100),
      accessibility: Math.round((categories.accessibility?.score ?? 0) * 100),
      lcpMs: Math.round(value("largest-contentful-paint")),
      blockedMs: Math.round(value("total-blocking-time")),
      shift: value("cumulative-layout-shift"),
      kilobytes: Math.round(value("total-byte-weight") / 1_000),
      faults: Object.values(audits)
        .filter(({ score, id }) => score === 0 && FAULTS.has(id))
        .map(({ id }) => id),
    });
  }
  const median = (of: (run: Measured) => number) =>
    runs.map(of).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] ?? 0;
  return {
    performance: median((run) => run.performance),
    accessibility: median((run) => run.accessibility),
    lcpMs: median((run) => run.lcpMs),
    blockedMs: median((run) => run.blockedMs),
    shift: median((run) => run.shift),
    kilobytes: median((run) => run.kilobytes),
    faults: runs[0]?.faults ?? [],
  };
}

const FAULTS = new Set([
  "button-name",
  "color-contrast",
  "heading-order",
  "label-content-name-mismatch",
  "link-in-text-block",
  "link-name",
  "target-size",
]);

async function freePort(): Promise<number> {
  return await new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? done(address.port) : failed(new Error("no port")),
      );
    });
  });
}
