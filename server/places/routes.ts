import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { type App, call, everybody, listOf, named, objectOf, TEXT, UNCHANGED } from "../http/index.ts";
import { thaiPlaces } from "./places.ts";

const subDistrict = objectOf({ th: TEXT, en: TEXT, postalCodes: listOf(TEXT) });
const district = objectOf({ th: TEXT, en: TEXT, subDistricts: listOf(subDistrict) });
const Places = named(
  "Places",
  objectOf(
    { provinces: listOf(objectOf({ th: TEXT, en: TEXT, districts: listOf(district) })) },
    "Provinces, districts, sub-districts and postal codes of Thailand",
  ),
);

/** `/api/places`: what the page offers where an address is asked. The list is the same for everybody. */
export function placesRoutes(app: App): void {
  let made: ReturnType<typeof makeBody> | null = null;
  call(
    app,
    "GET /api/places",
    {
      summary: "Provinces of Thailand with their districts, sub-districts and postal codes",
      tags: ["portal"],
      access: everybody,
      answers: { 200: Places, ...UNCHANGED },
      errors: [],
    },
    async (request, reply) => {
      made ??= makeBody();
      const { etag, json, small } = await made;
      reply.header("ETag", etag).header("Cache-Control", "no-cache").header("Vary", "Accept-Encoding");
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
      reply.header("Content-Type", "application/json; charset=utf-8");
      const takesSmall = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
      return takesSmall ? reply.header("Content-Encoding", "br").send(small) : reply.send(json);
    },
  );
}

/** Made once: a tenth of the size on the way to a phone. */
async function makeBody() {
  const json = JSON.stringify(await thaiPlaces());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const small = await promisify(brotliCompress)(Buffer.from(json), { params });
  const etag = `W/"${createHash("sha256").update(json).digest("base64url").slice(0, 22)}"`;
  return { json, small, etag };
}
