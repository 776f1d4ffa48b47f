import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Reply, Request } from "./app.ts";

/** A large answer that is the same for everyone. It is converted to bytes once, plain and compressed. */
export type Packed = {
  /** Weak ETag, because all compressions of the answer share it. */
  readonly etag: string;
  readonly type: string;
  readonly plain: Buffer;
  /** Returns the answer compressed in the given way. Compresses it on first use. */
  readonly small: (how: Packing) => Promise<Buffer>;
};

type Packing = "br" | "gzip";

/**
 * Converts a text to an answer that is the same for everyone. The ETag of the answer changes with its
 * content.
 */
export function pack(text: string, type = "application/json; charset=utf-8"): Packed {
  const plain = Buffer.from(text);
  const made: { [how in Packing]?: Promise<Buffer> } = {};
  return {
    etag: `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    type,
    plain,
    small: (how) => {
      made[how] ??= PACK[how](plain);
      return made[how];
    },
  };
}

/**
 * Sends a packed answer with the best compression that the client accepts, or 304 if the client already has
 * this answer.
 */
export async function sendPacked(request: Request, reply: Reply, packed: Packed): Promise<Reply> {
  reply.header("ETag", packed.etag).header("Vary", "Accept-Encoding");
  if (!reply.hasHeader("Cache-Control")) reply.header("Cache-Control", "no-cache");
  const known = String(request.headers["if-none-match"] ?? "").split(",");
  if (known.some((etag) => etag.trim() === packed.etag)) return reply.code(304).send();
  reply.header("Content-Type", packed.type);
  const how = packingFor(String(request.headers["accept-encoding"] ?? ""));
  if (how === null) return reply.send(packed.plain);
  return reply.header("Content-Encoding", how).send(await packed.small(how));
}

const PACK: { readonly [how in Packing]: (plain: Buffer) => Promise<Buffer> } = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};

/** Returns the best compression that the client accepts; `null` if none. `q=0` excludes a compression. */
function packingFor(accepted: string): Packing | null {
  const taken = accepted
    .toLowerCase()
    .split(",")
    .map((one) => one.split(";").map((part) => part.trim()))
    .filter(([, ...params]) => !params.some((param) => /^q=0(\.0*)?$/.test(param)))
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((how) => taken.includes(how)) ?? null;
}
