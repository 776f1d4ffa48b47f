import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";

/** A statement that came so often is worth its place in the memory of every connection. */
const OFTEN = 3;
/** Each one takes some kilobytes of each connection; texts that vary (lists of values) must not fill it. */
const MOST_NAMES = 300;

/** Asks for whole rows of a table: a column that a release adds would make the prepared statement fail in the middle of a transaction. */
const WHOLE_ROWS = /(\bselect|\breturning|,)\s+("?\w+"?\.)?\*(?!\s+from\s+"?\w+"?\s*\()/i;

const ALONE = /^\s*(with|select|insert|update|delete)\b[^;]*$/i;

type Query = (...args: unknown[]) => unknown;

/**
 * Gives the statements of a pool names, so that a connection has PostgreSQL parse and plan each once. A table that changed
 * its shape under a running process (a rolling update) makes a statement fail once; then all are named anew, and `onceMore` asks
 * again. Statements for whole rows have no names.
 */
export function namedStatements(): (client: pg.Client) => void {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  let edition = 0;
  const nameOf = (text: string): string | null => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) return null;
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
      // A command (begin, commit), or several statements: neither is prepared.
      const mayStay = isPlain && (values.length > 0 || ALONE.test(text)) && !WHOLE_ROWS.test(text);
      const name = mayStay ? nameOf(text) : null;
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

/** A client that names its statements, for a library's pool. */
export function namingClient(): typeof pg.Client {
  const name = namedStatements();
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      name(this);
    }
  };
}

/** `cached plan must not change result type`, or a name that the server has lost: nothing was done. */
export function isStale(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: string; readonly message?: string };
  return (code === "0A000" && /cached plan/.test(message ?? "")) || code === "26000";
}

const corked = new WeakSet<object>();

/** What is asked in one breath leaves in one piece: each write to a socket costs more than what stands in it. */
function inOneWrite(client: pg.Client): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  // Whoever goes on without waiting for the network does so before this.
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
