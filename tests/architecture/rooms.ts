/** The modules of the server from low to high. Each module uses only modules before it. */
export const ROOMS: readonly string[] = [
  // The lowest modules.
  ["db", "http", "clock", "jobs", "audit", "flags", "messages"],
  // The modules that turn a flow's files into an approved version.
  ["sources", "differences", "gate", "evidence", "definitions"],
  // The modules of users' actions and of the business.
  ["flows", "legal", "content", "accounts", "files", "identity", "places", "cases"],
  ["ledger", "fund", "orders", "payments", "settlement", "portfolio"],
  ["erasure"],
  ["publishing", "changes", "explain", "people", "site"],
  // This module opens all others for the server.
  ["compose"],
  ["commands"],
].flat();

/** Returns the module of a file of the server; `null` for files beside the modules. */
export function roomOf(path: string): string | null {
  return path.split("/").length > 2 ? (path.split("/")[1] ?? null) : null;
}
