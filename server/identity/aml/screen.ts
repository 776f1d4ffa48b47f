import { createHash, createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { canonicalJson } from "../../../engine/values/canonical-json.ts";
import { companyNameOf, findPerson, type PersonRecord, peopleWithRole } from "../../accounts/index.ts";
import type { Db, Tx } from "../../db/index.ts";
import { moveStatus } from "../move-status.ts";
import { fullName, type General, openProfile } from "../profile.ts";
import type { Room } from "../room.ts";
import { type Match, matchLists, type Screened } from "./match-lists.ts";

/**
 * Flag for screening. While it is off, no one is screened, and people check by hand. If the flags are
 * unavailable, this flag counts as on.
 */
const AML_FLAG = "aml-check";

/**
 * A person's screening state. `off`: the flag is off. `missing`: not screened against the current lists, or
 * no lists. `open`: a hit waits for two reviewers. `confirmed`: the person is listed. `clear`: no hit
 * remains.
 */
export type Standing = "off" | "missing" | "open" | "confirmed" | "clear";

/**
 * Screens a person against the lists and records the hits. A decision about a hit stays valid while the list
 * entry and the person's data are unchanged. A hit that no longer matches becomes outdated. Returns the
 * number of new hits.
 */
export async function screen(
  room: Room,
  tx: Tx,
  { person, general }: { readonly person: PersonRecord; readonly general: General },
): Promise<number> {
  const personId = person.id;
  const lists = room.isOn(AML_FLAG) ? room.watch.current() : null;
  if (lists === null) {
    if (room.isOn(AML_FLAG)) await moveAccount(room, tx, personId, "WAITING");
    return 0;
  }
  const people = screenedOf(room, person, general);
  const subjectHash = hashOf(room, people);
  const matches = bestOfEach(matchLists(lists.lists, people));
  const at = room.clock.now().toJSDate();
  const kept: string[] = [];
  let fresh = 0;
  for (const match of matches) {
    const written = await writeHit(tx, match, { personId, subjectHash, at });
    kept.push(written.id);
    if (written.fresh) fresh += 1;
  }
  await tx
    .updateTable("aml_hits")
    .set({ state: "outdated" })
    .where("person_id", "=", personId)
    .where("state", "=", "open")
    .$if(kept.length > 0, (query) => query.where("id", "not in", kept))
    .execute();
  const standing = await hitsStand(tx, personId);
  await tx
    .insertInto("aml_screenings")
    .values({
      person_id: personId,
      lists_hash: lists.hash,
      subject_hash: subjectHash,
      hits: matches.length,
      at,
    })
    .execute();
  await moveAccount(room, tx, personId, standing === "clear" ? "VERIFIED" : "REVIEW");
  return fresh;
}

/**
 * Stores a hit, or finds the stored hit with the same list entry and data. Opens an outdated hit that matches
 * again.
 */
async function writeHit(
  tx: Tx,
  match: Match,
  of: { readonly personId: string; readonly subjectHash: Buffer; readonly at: Date },
): Promise<{ readonly id: string; readonly fresh: boolean }> {
  const key = { list: match.list, reference: match.entry.reference, role: match.role };
  const entryHash = createHash("sha256")
    .update(canonicalJson({ ...match.entry }))
    .digest("hex");
  return await tx
    .insertInto("aml_hits")
    .values({
      id: randomUUID(),
      person_id: of.personId,
      ...key,
      entry_hash: entryHash,
      subject_hash: of.subjectHash,
      entry: JSON.stringify(match.entry),
      matched_name: match.name,
      birth: match.birth,
      same_document: match.sameDocument,
      score: match.score,
      found_at: of.at,
      state: "open",
    })
    .onConflict((conflict) =>
      conflict
        .columns(["person_id", "list", "reference", "role", "entry_hash", "subject_hash"])
        .doUpdateSet((old) => ({
          state: old
            .case()
            .when("aml_hits.state", "=", "outdated")
            .then("open" as const)
            .else(old.ref("aml_hits.state"))
            .end(),
        })),
    )
    .returning(["id", sql<boolean>`(xmax = 0)`.as("fresh")])
    .executeTakeFirstOrThrow();
}

/** Returns a person's screening state, against the current lists. */
export async function standingOf(room: Room, on: Db | Tx, personId: string): Promise<Standing> {
  const hits = await hitsStand(on, personId);
  // A confirmed hit stays confirmed, even if the flag or the lists change.
  if (hits === "confirmed") return hits;
  if (!room.isOn(AML_FLAG)) return "off";
  const [person, profile] = [await findPerson(on, personId), await openProfile(room, on, personId)];
  const lists = room.watch.current();
  if (lists === null || person === null || profile === null) return "missing";
  const last = await on
    .selectFrom("aml_screenings")
    .select(["lists_hash", "subject_hash"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const current =
    last?.lists_hash === lists.hash &&
    last.subject_hash.equals(hashOf(room, screenedOf(room, person, profile.general)));
  return current ? hits : "missing";
}

async function hitsStand(on: Db | Tx, personId: string): Promise<"open" | "confirmed" | "clear"> {
  const rows = await on
    .selectFrom("aml_hits")
    .select("state")
    .distinct()
    .where("person_id", "=", personId)
    .where("state", "in", ["open", "confirmed"])
    .execute();
  const states = new Set(rows.map(({ state }) => state));
  return states.has("confirmed") ? "confirmed" : states.has("open") ? "open" : "clear";
}

/**
 * Screens everyone not yet screened against the current lists, each person in a separate transaction.
 * Notifies compliance of new hits. Returns the number of screened people.
 */
export async function screenAll(room: Room): Promise<number> {
  const lists = room.isOn(AML_FLAG) ? room.watch.current() : null;
  if (lists === null) return 0;
  let after = "00000000-0000-0000-0000-000000000000";
  let [screened, hits] = [0, 0];
  for (;;) {
    const rows = await room.db
      .selectFrom("identity_profiles as p")
      .select("p.person_id")
      .where("p.person_id", ">", after)
      // Data of an erased account that the law requires to keep are not used for screening.
      .where(
        sql<boolean>`not exists (select from people e where e.id = p.person_id and e.erased_at is not null)`,
      )
      .where(
        sql<boolean>`(select s.lists_hash from aml_screenings s where s.person_id = p.person_id order by s.seq desc limit 1)
          is distinct from ${lists.hash}`,
      )
      .orderBy("p.person_id")
      .limit(500)
      .execute();
    for (const { person_id: personId } of rows) {
      after = personId;
      const found = await room.db.transaction().execute(async (tx) => {
        const [person, profile] = [await findPerson(tx, personId), await openProfile(room, tx, personId)];
        // If the person's key is erased, no data is left to screen.
        if (person === null || profile === null) return null;
        return await screen(room, tx, { person, general: profile.general });
      });
      if (found === null) continue;
      screened += 1;
      hits += found;
    }
    if (rows.length < 500) break;
  }
  if (hits > 0) await tellCompliance(room, lists.hash, hits);
  return screened;
}

async function tellCompliance(room: Room, listsHash: string, hits: number): Promise<void> {
  await room.db.transaction().execute(async (tx) => {
    for (const { id, email, language } of await peopleWithRole(tx, "compliance"))
      await room.messages.send(tx, {
        to: email,
        template: "watch-list-hits",
        language,
        data: { count: String(hits), link: `${room.config.origin}/staff/reviews` },
        key: `watch-list-hits:${listsHash}:${hits}:${id}`,
      });
  });
}

/**
 * Changes the account's status, as far as its allowed transitions permit. A verified account stays verified,
 * and its hits wait in the queue.
 */
async function moveAccount(
  room: Room,
  tx: Tx,
  personId: string,
  to: "WAITING" | "VERIFIED" | "REVIEW",
): Promise<void> {
  const move = { personId, entity: "account", actor: "system:identity.screen" } as const;
  if (to !== "WAITING") await moveStatus(tx, room.clock, { ...move, to: "PENDING" });
  // The result of a screening never lifts a block. Only two people can lift one.
  await moveStatus(tx, room.clock, { ...move, to, unless: "BLOCKED" });
}

/** Returns all people and companies of an application that must be screened. */
function screenedOf(room: Room, person: PersonRecord, general: General): readonly Screened[] {
  const text = (name: string) => {
    const value = general[name];
    return typeof value === "string" && value.trim() !== "" ? value : null;
  };
  const named = (role: Screened["role"], kind: Screened["kind"], name: string | null): readonly Screened[] =>
    name === null ? [] : [{ role, kind, names: [name], birthDate: null, document: null }];
  return [
    {
      role: "customer",
      kind: "person",
      names: [fullName("th", general), fullName("en", general)],
      birthDate: general.birthDate,
      document: general.nationalId,
    },
    ...named("company", "company", text("companyName") ?? companyNameOf(room.accounts, person)),
    ...named("beneficial-owner", "person", text("beneficialOwnerName")),
    ...named("controller", "person", text("controllerName")),
  ];
}

function hashOf(room: Room, people: readonly Screened[]): Buffer {
  return createHmac("sha256", room.hashKey)
    .update(`aml:${JSON.stringify(people)}`)
    .digest();
}

/** Keeps the best match per list entry, because several names can match the same entry. */
function bestOfEach(matches: readonly Match[]): readonly Match[] {
  const best = new Map<string, Match>();
  for (const match of matches) {
    const key = `${match.list} ${match.entry.reference} ${match.role}`;
    if (!best.has(key)) best.set(key, match);
  }
  return [...best.values()];
}
