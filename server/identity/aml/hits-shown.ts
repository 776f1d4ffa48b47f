import type { ScreeningHit, WatchHit } from "../answers.ts";
import { fullName, openProfile } from "../profile.ts";
import type { Room } from "../room.ts";
import { hitPlace } from "./decide-hit.ts";

/** Returns a person's hits on the watch lists for a reviewer, best match first. */
export async function hitsOf(
  room: Room,
  personId: string,
  reviewer: string,
): Promise<readonly ScreeningHit[]> {
  const rows = await room.db
    .selectFrom("aml_hits")
    .selectAll()
    .where("person_id", "=", personId)
    .where("state", "<>", "outdated")
    .orderBy("score", "desc")
    .orderBy("id")
    .execute();
  const words = await room.accounts.vault.openWords(
    room.db,
    rows.flatMap((row) =>
      [row.proposed_reason, row.clearing_reason, row.decided_reason, row.cleared_reason].map((sealed) => ({
        place: hitPlace(row.id),
        sealed,
      })),
    ),
  );
  return rows.map((row, index) => ({
    id: row.id,
    list: row.list,
    reference: row.reference,
    role: row.role,
    score: row.score,
    name: row.matched_name,
    birth: row.birth,
    sameDocument: row.same_document,
    entry: {
      names: [...row.entry.names],
      births: [...row.entry.births],
      nationalities: [...row.entry.nationalities],
      listedOn: row.entry.listedOn,
      comment: row.entry.comment,
    },
    foundAt: row.found_at.toISOString(),
    state: row.state === "outdated" ? "open" : row.state,
    proposed:
      row.proposed === null
        ? null
        : {
            decision: row.proposed,
            reason: words[4 * index] ?? "",
            own: row.proposed_by === reviewer,
          },
    clearing:
      row.clearing_by === null
        ? null
        : { reason: words[4 * index + 1] ?? "", own: row.clearing_by === reviewer },
    decidedReason: words[4 * index + 2] ?? null,
    clearedReason: words[4 * index + 3] ?? null,
  }));
}

/** Returns the number of open hits. Hits about the reviewer are not counted. */
export async function countHits(room: Room, reviewer: string): Promise<number> {
  const { total } = await room.db
    .selectFrom("aml_hits as h")
    .select((all) => all.fn.countAll<number>().as("total"))
    .where("h.state", "=", "open")
    .where("h.person_id", "<>", reviewer)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("identity_reviews as r").select("r.id").whereRef("r.person_id", "=", "h.person_id")),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Returns the people with open hits, best match first, including people whose identity was already decided.
 * The reviewer is left out.
 */
export async function openHits(room: Room, reviewer: string): Promise<readonly WatchHit[]> {
  const likest = await room.db
    .selectFrom((db) =>
      db
        .selectFrom("aml_hits as h")
        .innerJoin("identity_reviews as r", "r.person_id", "h.person_id")
        .select(["h.person_id", "h.score", "h.list", "h.reference", "h.found_at", "h.proposed", "r.id"])
        .select("h.id as hit")
        .distinctOn("h.id")
        .where("h.state", "=", "open")
        .where("h.person_id", "<>", reviewer)
        .orderBy("h.id")
        // Each person is listed with their newest review, to which the page links.
        .orderBy("r.opened_at", "desc")
        .as("waiting"),
    )
    .selectAll()
    .orderBy("score", "desc")
    .orderBy("hit")
    .limit(100)
    .execute();
  return await Promise.all(
    likest.map(async (row) => {
      const general = (await openProfile(room, room.db, row.person_id))?.general;
      return {
        review: row.id,
        name: general === undefined ? null : fullName("th", general),
        list: row.list,
        reference: row.reference,
        score: row.score,
        foundAt: row.found_at.toISOString(),
        proposed: row.proposed !== null,
      };
    }),
  );
}
