import { createHash, randomUUID } from "node:crypto";
import type { Language } from "../../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { record } from "../../audit/index.ts";
import type { Db } from "../../db/index.ts";
import { nationalIdHash } from "../profile.ts";
import type { Room } from "../room.ts";
import type { NdidState } from "../tables.ts";
import { LEAST, type NdidStatus } from "./ndid-gateway.ts";

/** Flag for digital identity. While it is off, no bank is asked, even if a flow tries to ask one. */
const NDID_FLAG = "national-digital-id";

/**
 * Asks a bank to confirm its customer's identity, through the national digital ID platform, once per key. The
 * answer comes by callback. If an earlier request for the same card was accepted, uses that request. Errors:
 * `not-enrolled` (the bank does not know the number), `unavailable`.
 */
export async function askBank(
  room: Room,
  input: {
    readonly personId: string;
    readonly nationalId: string;
    readonly bank: string;
    readonly idempotencyKey: string;
    readonly language: Language;
  },
): Promise<Result<{ readonly request: string }, { readonly code: "unavailable" | "not-enrolled" }>> {
  const { personId, nationalId, bank, idempotencyKey } = input;
  if (!(await room.isOnFor(NDID_FLAG, personId))) return fail({ code: "unavailable" });
  const subjectHash = nationalIdHash(room, nationalId);
  const known = await earlierRequest(room, { personId, subjectHash, idempotencyKey });
  if (known !== undefined && known.request !== null) return ok({ request: known.id });
  const id = known?.id ?? randomUUID();
  const reference = referenceOf(idempotencyKey);
  if (known === undefined)
    await room.db
      .insertInto("ndid_requests")
      .values({
        id,
        person_id: personId,
        idempotency_key: idempotencyKey,
        subject_hash: subjectHash,
        bank,
        request: null,
        state: "asking",
        ial: null,
        aal: null,
        asked_at: room.clock.now().toJSDate(),
        answered_at: null,
      })
      .execute();
  // An earlier try without an answer may have reached the platform, which allows only one request per
  // reference. So that request is looked up first.
  const before = known === undefined ? ok(null) : await room.ndid().find(reference);
  if (!before.ok) return fail({ code: "unavailable" });
  const message = room.texts.find("common:ndid.message")?.[input.language] ?? "Saphan";
  const made =
    before.value !== null
      ? ok(before.value)
      : await room.ndid().request({ reference, nationalId, bank, message });
  if (!made.ok) {
    if (made.error.code === "unavailable") return fail({ code: "unavailable" });
    await answer(room, room.db, id, { state: "failed", ial: null, aal: null });
    return fail({ code: made.error.code === "not-enrolled" ? "not-enrolled" : "unavailable" });
  }
  await room.db
    .updateTable("ndid_requests")
    .set({ request: made.value.request, state: "asked" })
    .where("id", "=", id)
    .where("state", "=", "asking")
    .execute();
  return ok({ request: id });
}

/** Returns the request with this key. If there is none, returns an accepted request for the same card. */
async function earlierRequest(
  room: Room,
  of: { readonly personId: string; readonly subjectHash: Buffer; readonly idempotencyKey: string },
) {
  const { personId, subjectHash, idempotencyKey } = of;
  return await room.db
    .selectFrom("ndid_requests")
    .select(["id", "request", "state"])
    .where((where) =>
      where.or([
        where("idempotency_key", "=", idempotencyKey),
        where.and([
          where("person_id", "=", personId),
          where("subject_hash", "=", subjectHash),
          where("state", "=", "accepted"),
        ]),
      ]),
    )
    .orderBy((order) => order.case().when("idempotency_key", "=", idempotencyKey).then(0).else(1).end())
    .orderBy("seq", "desc")
    .executeTakeFirst();
}

/** Returns the reference for the platform, made from the key. It reveals nothing about the person. */
function referenceOf(idempotencyKey: string): string {
  return createHash("sha256").update(`ndid:${idempotencyKey}`).digest("hex").slice(0, 40);
}

/**
 * The result of a callback. `again`: the platform could not be asked, so it should send the callback again.
 */
export type CallbackOutcome = "applied" | "known" | "ignored" | "again";

/**
 * Processes a callback. A callback only triggers a query of the platform, so its order and delay do not
 * matter. An answer is applied once and never replaced later.
 */
export async function takeCallback(room: Room, body: Buffer): Promise<CallbackOutcome> {
  const request = requestOf(body);
  if (request === null) return "ignored";
  const row = await room.db
    .selectFrom("ndid_requests")
    .select("state")
    .where("request", "=", request)
    .executeTakeFirst();
  if (row === undefined) return "ignored";
  if (row.state !== "asked") return "known";
  const status = await room.ndid().status(request);
  if (!status.ok) return "again";
  return (await apply(room, request, status.value)) ? "applied" : "ignored";
}

function requestOf(body: Buffer): string | null {
  try {
    const { type, request_id } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    return type === "request_status" && typeof request_id === "string" && request_id.length <= 200
      ? request_id
      : null;
  } catch {
    return null;
  }
}

/**
 * Asks the platform about requests that have waited more than ten minutes for a callback. Returns the number
 * of requests that now have a final status.
 */
export async function chaseRequests(room: Room): Promise<number> {
  const open = await room.db
    .selectFrom("ndid_requests")
    .select("request")
    .where("state", "=", "asked")
    .where("asked_at", "<", new Date(room.clock.now().toMillis() - 10 * 60_000))
    .orderBy("asked_at", "desc")
    .limit(100)
    .execute();
  let caught = 0;
  for (const { request } of open) {
    if (request === null) continue;
    const status = await room.ndid().status(request);
    if (status.ok && (await apply(room, request, status.value))) caught += 1;
  }
  return caught;
}

/**
 * Applies the platform's status to a request. If the platform does not know the request, the request failed.
 * Returns whether the status was final.
 */
async function apply(room: Room, request: string, status: NdidStatus | null): Promise<boolean> {
  if (status?.state === "pending") return false;
  return await room.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("ndid_requests")
      .select(["id", "person_id", "state"])
      .where("request", "=", request)
      .forUpdate()
      .executeTakeFirst();
    if (row?.state !== "asked") return false;
    const state = stateOf(status);
    await answer(room, tx, row.id, { state, ial: status?.ial ?? null, aal: status?.aal ?? null });
    await record(tx, room.clock, {
      actor: "vendor:ndid",
      action: "identity.ndid",
      subject: `person:${row.person_id}`,
      from: row.state,
      to: state,
    });
    return true;
  });
}

/**
 * Converts the platform's status. If the assurance is too low, the identity is not confirmed, even if the
 * platform accepted the request.
 */
function stateOf(status: NdidStatus | null): NdidState {
  if (status === null || status.state === "pending") return "failed";
  if (status.state !== "accepted") return status.state;
  return (status.ial ?? 0) >= LEAST.ial && (status.aal ?? 0) >= LEAST.aal ? "accepted" : "too-weak";
}

async function answer(
  room: Room,
  on: Db,
  id: string,
  {
    state,
    ial,
    aal,
  }: { readonly state: NdidState; readonly ial: number | null; readonly aal: number | null },
): Promise<void> {
  await on
    .updateTable("ndid_requests")
    .set({ state, ial, aal, answered_at: room.clock.now().toJSDate() })
    .where("id", "=", id)
    .where("state", "in", ["asking", "asked"])
    .execute();
}
