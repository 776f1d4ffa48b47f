import { localPhone } from "../../domain/phone.ts";
import { isUuid } from "../../engine/values/id.ts";
import { findPersonIdByEmail } from "../accounts/index.ts";
import { holderOfDocument } from "./claim-document.ts";
import { personOfReference } from "./person-of-reference.ts";
import { finderHash } from "./profile.ts";
import type { Room } from "./room.ts";

/** Kind of the search term with which a person was found. */
export type FoundBy = "id" | "email" | "customer-number" | "reference" | "document" | "phone" | "name";

const MOST = 20;

/**
 * Finds people by e-mail, customer number, identity reference, document number, phone or name. Sealed values
 * match only in full, such as `Somchai` or `Somchai Jaidee`, but not `Som`.
 */
export async function findPeople(
  room: Room,
  words: string,
): Promise<{ readonly by: FoundBy; readonly ids: readonly string[] }> {
  const asked = words.trim();
  const digits = localPhone(asked);
  const one = (by: FoundBy, id: string | null) => ({ by, ids: id === null ? [] : [id] });
  if (asked.includes("@")) return one("email", await findPersonIdByEmail(room.db, asked));
  if (isUuid(asked)) return { by: "id", ids: await knownIds(room, asked, asked) };
  if (/^[0-9a-f]{12}$/i.test(asked)) {
    const start = `${asked.slice(0, 8)}-${asked.slice(8)}`.toLowerCase();
    const rest = "-0000-0000-000000000000";
    return {
      by: "customer-number",
      ids: await knownIds(room, `${start}${rest}`, `${start}${rest.replaceAll("0", "f")}`),
    };
  }
  if (/^kyc-/i.test(asked)) return one("reference", await personOfReference(room.db, asked));
  if (digits.length === 13) return one("document", await holderOfDocument(room, digits));
  const kind = /^[\d\s+\-().๐-๙]+$/.test(asked) ? "phone" : "name";
  return { by: kind, ids: await byHash(room, kind, kind === "phone" ? digits : asked) };
}

async function knownIds(room: Room, from: string, to: string): Promise<readonly string[]> {
  const rows = await room.db
    .selectFrom("people")
    .select("id")
    .where("id", ">=", from)
    .where("id", "<=", to)
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}

async function byHash(room: Room, kind: "name" | "phone", value: string): Promise<readonly string[]> {
  const rows = await room.db
    .selectFrom("identity_finders as f")
    .innerJoin("people as p", "p.id", "f.person_id")
    .select("p.id")
    .where("f.hash", "=", finderHash(room, kind, value))
    .where("f.kind", "=", kind)
    .orderBy("p.created_at", "desc")
    .limit(MOST)
    .execute();
  return rows.map(({ id }) => id);
}
