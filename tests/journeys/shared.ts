import type { Browser } from "playwright";
import { inject } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import type { Portal } from "./portal.ts";

/** The address of a portal shared by several journey files. */
export type SharedPortal = Pick<Portal, "origin" | "databaseUrl">;

/** The shared portal in use by this file. */
let which: number | null = null;

/**
 * A portal for journeys that leave it unchanged: nothing is published, its clock stands, and demo people keep their
 * data. It starts when a file asks and no other is free; a journey that changes more starts its own. One file uses it
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

/** The browser of all files in one process; it ends with the process. Each visitor has a window. */
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
