import { createStore } from "../text/store.ts";
import type { Maintenance } from "./answers.ts";
import { call } from "./client.ts";

/** The server's latest answer about maintenance. Before the first answer, the site counts as open. */
export const maintenance = createStore<Maintenance>({ maintenance: false, maintenanceText: null });

/**
 * Checks for maintenance at load, at every route start and on demand. A failed check is only logged
 * (specification, section 8).
 */
export async function checkMaintenance(
  path: string = location.pathname,
  search: string = location.search,
): Promise<void> {
  // Only the query of the log-in page is sent, because it contains a useful return address. Queries of e-mail
  // links contain secrets.
  const query = path === "/login" ? search : "";
  const answer = await call("GET", "/app-setting/maintenance", {
    headers: { "x-action": `app-setting[${encodeURI(path)}${query}]` },
  });
  if (!answer.ok || answer.value === null) {
    // A proxy may answer for the server, with an empty body.
    console.warn("maintenance check failed", answer.ok ? "empty" : answer.error.kind);
    return;
  }
  const { maintenance: closed = false, maintenanceText = null } = answer.value;
  const known = maintenance.get();
  if (closed !== known.maintenance || maintenanceText !== known.maintenanceText)
    maintenance.set({ maintenance: closed, maintenanceText });
}
