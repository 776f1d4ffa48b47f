import { createHash } from "node:crypto";
import type { Tx } from "../db/index.ts";
import { applyReport } from "./checks.ts";
import type { Room } from "./room.ts";
import type { VendorName } from "./tables.ts";
import type { CheckReport } from "./vendor.ts";

const VENDORS = ["onfido", "verifio"] as const satisfies readonly VendorName[];

/** The result of an event. `again`: the vendor could not be asked, so it should send the event again. */
export type EventOutcome = "applied" | "known" | "ignored" | "again";

/**
 * Processes a signed event. An event only triggers a query of the vendor, so its order and delay do not
 * matter. A repeated event with the same bytes changes nothing.
 */
export async function takeEvent(room: Room, body: Buffer): Promise<EventOutcome> {
  const eventId = createHash("sha256").update(body).digest("hex");
  const known = await room.db
    .selectFrom("identity_events")
    .select("event_id")
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  if (known !== undefined) return "known";
  const check = checkOf(body);
  const found = check === null ? null : await reportOf(room, check);
  if (found === "unavailable") return "again";
  return await room.db.transaction().execute(async (tx) => {
    if (!(await isNew(room, tx, eventId))) return "known";
    const checkId = found === null ? null : await applyReport(room, tx, found.vendor, found.report);
    await tx
      .updateTable("identity_events")
      .set({ check_id: checkId })
      .where("event_id", "=", eventId)
      .execute();
    return checkId === null ? "ignored" : "applied";
  });
}

/**
 * Returns the number of the check that an event reports as complete. The event is `…completed` of one vendor,
 * or `verification.finished` of the other.
 */
function checkOf(body: Buffer): string | null {
  try {
    const { payload, type, verificationId } = JSON.parse(body.toString("utf8")) as {
      payload?: { resource_type?: unknown; object?: { id?: unknown } };
      type?: unknown;
      verificationId?: unknown;
    };
    if (type === "verification.finished") return idOf(verificationId);
    const { resource_type, object } = payload ?? {};
    return resource_type === "check" || resource_type === "workflow_run" ? idOf(object?.id) : null;
  } catch {
    return null;
  }
}

function idOf(value: unknown): string | null {
  return typeof value === "string" && value.length <= 100 ? value : null;
}

/**
 * Asks the vendor of a check for its report. If the number of the check is not yet stored, asks every vendor.
 */
async function reportOf(
  room: Room,
  check: string,
): Promise<{ readonly vendor: VendorName; readonly report: CheckReport } | null | "unavailable"> {
  const row = await room.db
    .selectFrom("identity_checks")
    .select("vendor")
    .where("vendor_check", "=", check)
    .executeTakeFirst();
  let unavailable = false;
  for (const vendor of row === undefined ? VENDORS : [row.vendor]) {
    const answer = await room.vendors()[vendor].report(check);
    if (!answer.ok) unavailable = true;
    else if (answer.value !== null) return { vendor, report: answer.value };
  }
  return unavailable ? "unavailable" : null;
}

async function isNew(room: Room, tx: Tx, eventId: string): Promise<boolean> {
  const written = await tx
    .insertInto("identity_events")
    .values({ event_id: eventId, check_id: null, received_at: room.clock.wall() })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return written !== undefined;
}
