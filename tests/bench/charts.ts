import type { Page } from "playwright";
import { buildPage } from "../../server/build.ts";
import { logIn, PHONE, visit } from "../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../journeys/people.ts";
import { startPortal } from "../journeys/portal.ts";
import { holds } from "../renderer/browser/long-history.ts";
import { launchBrowser } from "../support/browser.ts";

const POINTS = [0, 1, 1_000, 10_000] as const;
/** Maximum drawing time in milliseconds, with a slowed processor. */
const MOST_MS = 150;
const SLOWED = 4;
const RUNS = Number(process.env.BENCH_RUNS ?? 9);

type Drawn = { readonly medianMs: number; readonly leastMs: number };

/**
 * Measures the time from pressing "all" to the finished picture, on a phone with a processor slowed four
 * times. It measures the plain line and the interactive chart that replaces it. A chart without points shows
 * the cost of the press itself.
 */
export async function bench(): Promise<{
  readonly name: "charts";
  readonly figures: { readonly [figure: string]: unknown };
}> {
  await buildPage({ env: "development" }, { quiet: true });
  const portal = await startPortal({ brand: "saphan" });
  const browser = await launchBrowser();
  const figures: Record<string, unknown> = {};
  try {
    for (const many of POINTS) {
      const { page, context } = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
      await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
      await holds(page, many);
      await page.goto("/strategies/M-BTCA");
      await page.getByRole("button", { name: "All" }).waitFor();
      await said(`plain line, ${many} points`, page);
      // A chart without a slider cannot be operated.
      if (many > 1) {
        await page.getByRole("slider").focus();
        await page.locator(".chart canvas").waitFor();
        await said(`touched, ${many} points`, page);
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
  return { name: "charts", figures: { slowed: SLOWED, runs: RUNS, mostMs: MOST_MS, ...figures } };

  async function said(figure: string, page: Page): Promise<void> {
    const drawn = await timeOfDrawing(page);
    figures[figure] = { ...drawn, reached: drawn.medianMs < MOST_MS };
  }
}

async function timeOfDrawing(page: Page): Promise<Drawn> {
  const wire = await page.context().newCDPSession(page);
  await wire.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.getByRole("button", { name: "3 months" }).click();
    times.push(
      await page.getByRole("button", { name: "All" }).evaluate(async (all: HTMLElement) => {
        const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
        await painted();
        const begun = performance.now();
        all.click();
        await painted();
        return performance.now() - begun;
      }),
    );
  }
  await wire.detach();
  const sorted = times.toSorted((one, other) => one - other).map(Math.round);
  return { medianMs: sorted[Math.floor(RUNS / 2)] ?? 0, leastMs: sorted[0] ?? 0 };
}
