/**
 * The error of a `commit` whose connection broke before the answer, so its result is unknown. A retry is safe
 * if a key or unique index makes it idempotent.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super("the connection broke while a transaction was committed", { cause });
    this.name = "OutcomeUnknown";
  }
}

/** Returns whether the error means that the database is unavailable or its connection broke. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as {
    readonly code?: unknown;
    readonly syscall?: unknown;
    readonly message?: unknown;
  };
  if (typeof code === "string") {
    // If a unix socket is missing, `connect` reports a missing file.
    if (syscall === "connect" && NOT_THERE.test(code)) return true;
    if (AWAY.test(code)) return true;
  }
  return typeof message === "string" && LOST.test(message);
}

// Matches PostgreSQL's classes 08 (connection), 53 (resources; 53100, a full disk, is handled before), 57P
// (shutdown), 25P03 (idle timeout), and the operating system's errors.
const AWAY = /^(08\w{3}|53\w{3}|57P0[1-5]|25P03|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const NOT_THERE = /^(ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES)$/;
// Matches the driver's own errors by their message, because they have no code.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/;
