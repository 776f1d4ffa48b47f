import type { Browser } from "playwright";
import { inject } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import type { Portal } from "./portal.ts";

/** Where a portal is that several files of journeys share. */
export type SharedPortal = Pick<Portal, "origin" | "databaseUrl">;

/** Which of the shared portals this file has. */
let which: number | null = null;

/**
 * A portal of journeys that leave it as they find it: nothing is published, its clock stands, the demo people keep what
 * they have. It starts when a file asks and no other is free; a journey that changes more starts one of its own. One file has it
 * at a time, until `closeWindows`.
 */
export async function sharedPortal(): Promise<SharedPortal> {
  const answer = await fetch(inject("sharedPortal"));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  const shared = JSON.parse(text) as SharedPortal & { readonly which: number };
  which = shared.which;
  return shared;
}

let browser: Browser | null = null;

/** The browser of all files that one process runs; it ends with the process. Each visitor has a window of their own. */
export async function sharedBrowser(): Promise<Browser> {
  if (browser?.isConnected() !== true) browser = await launchBrowser();
  return browser;
}

/** Closes what a file left open, and leaves the shared portal to the next file. */
export async function closeWindows(): Promise<void> {
  for (const window of browser?.contexts() ?? []) await window.close();
  if (which === null) return;
  const had = which;
  which = null;
  await fetch(`${inject("sharedPortal")}/${had}`, { method: "DELETE" });
}
