import { createStore } from "../text/store.ts";
import type { Maintenance } from "./answers.ts";
import { call } from "./client.ts";

/** The newest answer; open until something else is known. */
export const maintenance = createStore<Maintenance>({ maintenance: false, maintenanceText: null });

/** Asks at load and at every route start, and by a press. A failure is only logged (specification, section 8). */
export async function checkMaintenance(
  path: string = location.pathname,
  search: string = location.search,
): Promise<void> {
  // Of an address only log-in's says more where it leads: links from letters have secrets in theirs.
  const query = path === "/login" ? search : "";
  const answer = await call<Partial<Maintenance> | null>("GET", "/app-setting/maintenance", {
    headers: { "x-action": `app-setting[${encodeURI(path)}${query}]` },
  });
  if (!answer.ok || answer.value === null) {
    // Something between us and the server may answer in its place, with nothing.
    console.warn("maintenance check failed", answer.ok ? "empty" : answer.error.kind);
    return;
  }
  const { maintenance: closed = false, maintenanceText = null } = answer.value;
  const known = maintenance.get();
  if (closed !== known.maintenance || maintenanceText !== known.maintenanceText)
    maintenance.set({ maintenance: closed, maintenanceText });
}
