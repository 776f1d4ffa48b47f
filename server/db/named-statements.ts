import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";

/** Number of times that a statement runs before it is prepared on every connection. */
const OFTEN = 3;
/**
 * Maximum number of prepared statements per connection. Each one takes kilobytes, and texts with lists of
 * values are countless, so that without a limit they would use up the memory.
 */
const MOST_NAMES = 300;

// Matches a list of columns that names all columns of a table. The columns of a function are fixed.
const ALL_COLUMNS = /(\bselect|\breturning|,)\s+("?\w+"?\.)?\*(?!\s+from\s+"?\w+"?\s*[([])/i;

const ALONE = /^\s*(with|select|insert|update|delete)\b[^;]*$/i;

/**
 * Returns whether a statement returns whole rows. Such a statement must not be prepared: if a release adds a
 * column, it would fail in the middle of a transaction. Whole rows within brackets do not matter, unless
 * several queries are joined, because then the columns of the result can come from within.
 */
function returnsWholeRows(text: string): boolean {
  if (!ALL_COLUMNS.test(text)) return false;
  let outer = text.replaceAll(/'[^']*'/g, "''");
  for (let before = ""; before !== outer; ) {
    before = outer;
    outer = outer.replaceAll(/\([^()]*\)/g, "[]");
  }
  return /^\s*\[|\b(union|intersect|except)\b/i.test(outer) || ALL_COLUMNS.test(outer);
}

type Query = (...args: unknown[]) => unknown;

/**
 * Gives a pool's statements names, so that each connection parses and plans a statement only once. If a
 * release changes a table while this process runs, a prepared statement fails once. Then all statements get
 * new names, and `onceMore` retries the failed one. Statements that return whole rows get no name.
 */
export function namedStatements(): (client: pg.Client) => void {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  let edition = 0;
  const nameOf = (text: string, values: readonly unknown[]): string | null => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return null;
    // Commands (begin, commit) and queries with several statements cannot be prepared.
    if ((values.length === 0 && !ALONE.test(text)) || returnsWholeRows(text)) return null;
    const count = (seen.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (seen.size >= 10 * MOST_NAMES) seen.clear();
      seen.set(text, count);
      return null;
    }
    seen.delete(text);
    const name = `s${edition}-${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`;
    names.set(text, name);
    return name;
  };
  return (client) => {
    const query = async (text: string, name: string, values: readonly unknown[]) => {
      try {
        return await (pg.Client.prototype.query as Query).call(client, { name, text, values });
      } catch (error) {
        if (isStale(error)) {
          edition += 1;
          names.clear();
        }
        throw error;
      }
    };
    const asked: Query = (...args) => {
      inOneWrite(client);
      const [text, values = [], callback] = args;
      const isPlain = typeof text === "string" && Array.isArray(values) && args.length <= 3;
      const name = isPlain ? nameOf(text, values) : null;
      if (name === null) return (pg.Client.prototype.query as Query).apply(client, args);
      const result = query(text as string, name, values as readonly unknown[]);
      if (typeof callback !== "function") return result;
      result.then(
        (told) => callback(undefined, told),
        (error) => callback(error),
      );
      return undefined;
    };
    Object.assign(client, { query: asked });
  };
}

/**
 * Returns a class of database clients that give their statements names. It is for a library that opens its
 * own pool.
 */
export function namingClient(): typeof pg.Client {
  const name = namedStatements();
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      name(this);
    }
  };
}

/**
 * Returns whether the error is `cached plan must not change result type`, or means that a statement's name is
 * unknown. In both cases the statement was not executed.
 */
export function isStale(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  return (code === "0A000" && /cached plan/.test(message ?? "")) || code === "26000";
}

const corked = new WeakSet<object>();

/**
 * Collects all statements of one tick of the event loop and sends them in one write, because each write to a
 * socket is expensive.
 */
function inOneWrite(client: pg.Client): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  // This runs after all code that can continue in the current tick without waiting for the network. The same
  // write therefore contains the statements of that code.
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
