import type { Browser } from "playwright";
import { inject } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import type { Portal } from "./portal.ts";

/** Where the portal is that several files of journeys share. */
export type SharedPortal = Pick<Portal, "origin" | "databaseUrl">;

let hasPortal = false;

/**
 * The portal of journeys that leave it as they find it: nothing is published, its clock stands, the demo people keep what
 * they have. It starts when the first file asks for it; a journey that changes more starts one of its own. One file has it
 * at a time, until `closeWindows`.
 */
export async function sharedPortal(): Promise<SharedPortal> {
  const answer = await fetch(inject("sharedPortal"));
  const text = await answer.text();
  hasPortal = true;
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as SharedPortal;
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
  if (!hasPortal) return;
  hasPortal = false;
  await fetch(inject("sharedPortal"), { method: "DELETE" });
}
