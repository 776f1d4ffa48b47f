import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { writeEntry } from "./entries.ts";
import { findCase } from "./find-case.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/**
 * Records that the owner of an account objects to a request for it, because the owner did not send the
 * request. From then on, the request can only be refused. A second objection changes nothing. Errors:
 * `not-found`; `case-moved` if the case is already answered.
 */
export async function objectTo(
  room: Room,
  personId: string,
  id: string,
): Promise<Result<null, { readonly code: "not-found" | "case-moved" }>> {
  return await room.db.transaction().execute(async (tx) => {
    const found = await findCase(room, tx, id, { lock: true });
    if (found === null || found.row.about !== personId || found.key === null)
      return fail({ code: "not-found" } as const);
    const { row, key } = found;
    if (row.objected_at !== null) return ok(null);
    if (row.state === "answered" || row.state === "closed") return fail({ code: "case-moved" } as const);
    const at = room.clock.now().toJSDate();
    await tx.updateTable("cases").set({ objected_at: at }).where("id", "=", id).execute();
    await writeEntry(tx, { id, key }, { kind: "objected", by: null, at, shown: true });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "cases.object",
      subject: `case:${id}`,
      from: row.state,
      to: row.state,
    });
    return ok(null);
  });
}
