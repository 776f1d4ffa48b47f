import type { App, Request } from "./app.ts";
import { AppError } from "./errors.ts";

/** Maximum nesting depth of JSON. A deeper body is rejected before it is traversed. */
export const DEEPEST_JSON = 64;

/**
 * Parses JSON bodies. Rejects invalid UTF-8, too deep nesting, `__proto__`, and text or numbers that cannot
 * be stored.
 */
export function acceptJson(app: App): void {
  const parse = app.getDefaultJsonParser("error", "remove");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // An empty body is rejected, because a body lost in transit must not count as an approval. A call without
    // a body sends no content type.
    if (body.length === 0) return done(new AppError("json-invalid"));
    let text: string;
    try {
      text = decoder.decode(body);
    } catch {
      return done(new AppError("json-invalid"));
    }
    if (isDeeperThan(text, DEEPEST_JSON)) return done(new AppError("json-too-deep"));
    parse(request, text, (error: Error | null, value?: unknown) =>
      error === null ? done(null, value) : done(new AppError("json-invalid")),
    );
  });
  app.addHook("preValidation", async (request) => refuseUnstorable(request));
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

function refuseUnstorable(request: Request): void {
  for (const part of [request.body, request.query, request.params]) {
    const found = unstorableIn(part, "");
    if (found !== null) throw new AppError(found.code, { fields: [found] });
  }
}

type Unstorable = {
  readonly pointer: string;
  readonly code: "text-not-storable" | "number-not-storable";
};

/**
 * Returns the first value that the database cannot store, with its pointer: U+0000, a lone surrogate, or a
 * number like `1e999`, which JSON can read but not write. Returns null if there is none.
 */
export function unstorableIn(value: unknown, pointer: string): Unstorable | null {
  if (typeof value === "number")
    return Number.isFinite(value) ? null : { pointer, code: "number-not-storable" };
  if (typeof value === "string")
    return value.includes("\u0000") || !value.isWellFormed() ? { pointer, code: "text-not-storable" } : null;
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = unstorableIn(name, pointer) ?? unstorableIn(inner, `${pointer}/${name}`);
    if (found !== null) return found;
  }
  return null;
}
