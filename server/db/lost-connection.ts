/**
 * The error of a `commit` if the connection broke before the database answered. It is unknown whether the
 * transaction was committed. The caller can safely repeat the transaction if a key or unique index prevents
 * it from taking effect twice.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super("the connection broke while a transaction was committed", { cause });
    this.name = "OutcomeUnknown";
  }
}

/** Returns whether an error means that the database is unavailable, or that the connection to it broke. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as {
    readonly code?: unknown;
    readonly syscall?: unknown;
    readonly message?: unknown;
  };
  if (typeof code === "string") {
    // A connection attempt to a unix socket that does not exist fails with the error for a missing file.
    if (syscall === "connect" && NOT_THERE.test(code)) return true;
    if (AWAY.test(code)) return true;
  }
  return typeof message === "string" && LOST.test(message);
}

// Matches PostgreSQL's classes 08 (connection), 53 (resources; 53100, a full disk, is handled before), 57P
// (shutdown), 25P03 (idle timeout), and the operating system's errors.
const AWAY = /^(08\w{3}|53\w{3}|57P0[1-5]|25P03|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const NOT_THERE = /^(ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES)$/;
// Errors of the driver itself have no code, so they are recognised by their message.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/;
