/** The rooms of the server, low to high. Each uses only rooms before it. */
export const ROOMS: readonly string[] = [
  // The lowest rooms.
  ["db", "http", "clock", "jobs", "audit", "flags", "messages"],
  // How a flow's files become an approved version.
  ["sources", "differences", "gate", "evidence", "definitions"],
  // Actions of users, and the business behind them.
  ["flows", "legal", "content", "accounts", "files", "identity", "places", "cases"],
  ["ledger", "fund", "orders", "payments", "settlement", "portfolio"],
  ["erasure"],
  ["publishing", "changes", "explain", "people", "site"],
  // Opens all rooms for the server.
  ["compose"],
  ["commands"],
].flat();

/** Returns the room of a file of the server; `null` for files beside the rooms. */
export function roomOf(path: string): string | null {
  return path.split("/").length > 2 ? (path.split("/")[1] ?? null) : null;
}
