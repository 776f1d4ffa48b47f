import { createHash } from "node:crypto";
import pg from "pg";

/** A statement that came so often is worth its place in the memory of every connection. */
const OFTEN = 3;
/** Each one takes some kilobytes of each connection; texts that vary (lists of values) must not fill it. */
const MOST_NAMES = 300;

type Query = (...args: unknown[]) => unknown;

/**
 * Gives the statements of a pool names, so that a connection has PostgreSQL parse and plan each once. A table that changed
 * its shape under a running process (a rolling update) makes a statement fail once; then all are named anew.
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
      const [text, values] = args;
      const isPlain = typeof text === "string" && Array.isArray(values) && args.length === 2;
      // Without values it is a command (begin, commit) or has several statements: neither is prepared.
      const name = isPlain && values.length > 0 ? nameOf(text) : null;
      if (name === null) return (pg.Client.prototype.query as Query).apply(client, args);
      return query(text as string, name, values as readonly unknown[]);
    };
    Object.assign(client, { query: asked });
  };
}

/** `cached plan must not change result type`, or a name that the server has lost. */
function isStale(error: unknown): boolean {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return (code === "0A000" && /cached plan/.test(message ?? "")) || code === "26000";
}
