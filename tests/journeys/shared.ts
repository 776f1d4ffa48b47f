import type { Browser } from "playwright";
import { inject } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import type { Portal } from "./portal.ts";

/** Address and database of a portal shared by several journey files. */
export type SharedPortal = Pick<Portal, "origin" | "databaseUrl">;

/** Number of the shared portal that this file uses. */
let which: number | null = null;

/**
 * Returns a portal for journeys that leave it unchanged: they publish nothing, do not move its clock, and
 * keep the data of demo people.
 *
 * The portal starts when a file asks and no other portal is free. A journey that changes more starts its own
 * portal. One file uses the portal at a time, until `closeWindows`.
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

/**
 * Returns the browser that all files of one process share; it ends with the process. Each visitor has a
 * separate window.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (browser?.isConnected() !== true) browser = await launchBrowser();
  return browser;
}

/** Closes the file's windows and releases the shared portal. */
export async function closeWindows(): Promise<void> {
  for (const window of browser?.contexts() ?? []) await window.close();
  if (which === null) return;
  const had = which;
  which = null;
  await fetch(`${inject("sharedPortal")}/${had}`, { method: "DELETE" });
}
