import type { IncomingMessage, ServerResponse } from "node:http";

const BODY_LIMIT = 64 * 1024;

/** Returns the body of a request. Throws if it is larger than 64 KiB. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > BODY_LIMIT) throw new Error("too large");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Answers with a page. */
export function html(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(body);
}
