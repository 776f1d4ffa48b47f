import {
  type App,
  call,
  everybody,
  listOf,
  named,
  objectOf,
  type Packed,
  pack,
  sendPacked,
  TEXT,
  UNCHANGED,
} from "../http/index.ts";
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

/**
 * Registers `/api/places`, which returns the choices of address forms. The list is the same for all users.
 */
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
      return await sendPacked(request, reply, await made);
    },
  );
}

async function makeBody(): Promise<Packed> {
  return pack(JSON.stringify(await thaiPlaces()));
}
