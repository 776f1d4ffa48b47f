/**
 * A `commit` whose connection broke before the answer: the database may or may not have kept the transaction. Only asking
 * tells; doing it again is safe where a key or a unique index makes it the same deed.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super("the connection broke while a transaction was committed", { cause });
    this.name = "OutcomeUnknown";
  }
}

/** Whether an error says that the database is not there, or that the connection to it broke. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall, message } = (error ?? {}) as {
    readonly code?: unknown;
    readonly syscall?: unknown;
    readonly message?: unknown;
  };
  if (typeof code === "string") {
    // A unix socket that is not there is a file that is not there, asked for by a connection.
    if (syscall === "connect" && NOT_THERE.test(code)) return true;
    if (AWAY.test(code)) return true;
  }
  return typeof message === "string" && LOST.test(message);
}

// PostgreSQL's classes 08 (connection), 53 (resources; 53100, a full disk, is told apart before), 57P (shutdown), 25P03
// (it waited too long), and the system's own words for "not there".
const AWAY = /^(08\w{3}|53\w{3}|57P0[1-5]|25P03|ECONNREFUSED|ECONNRESET|EPIPE)$/;
const NOT_THERE = /^(ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES)$/;
// The driver has no codes for what it notices itself.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded|Cannot use a pool after calling end|driver has already been destroyed)/;
