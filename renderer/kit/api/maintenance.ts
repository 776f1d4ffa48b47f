import { createStore } from "../text/store.ts";
import type { Maintenance } from "./answers.ts";
import { call } from "./client.ts";

/** The latest answer; open until known otherwise. */
export const maintenance = createStore<Maintenance>({ maintenance: false, maintenanceText: null });

/** Checks at load, at every route start and on demand. A failure is only logged (specification, section 8). */
export async function checkMaintenance(
  path: string = location.pathname,
  search: string = location.search,
): Promise<void> {
  // Only the query of log-in says where it leads; queries of e-mail links contain secrets.
  const query = path === "/login" ? search : "";
  const answer = await call("GET", "/app-setting/maintenance", {
    headers: { "x-action": `app-setting[${encodeURI(path)}${query}]` },
  });
  if (!answer.ok || answer.value === null) {
    // A proxy may answer instead of the server, with an empty body.
    console.warn("maintenance check failed", answer.ok ? "empty" : answer.error.kind);
    return;
  }
  const { maintenance: closed = false, maintenanceText = null } = answer.value;
  const known = maintenance.get();
  if (closed !== known.maintenance || maintenanceText !== known.maintenanceText)
    maintenance.set({ maintenance: closed, maintenanceText });
}
