import { sql } from "kysely";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { ServiceDesk } from "./answers.ts";
import type { Room } from "./room.ts";
import "./tables.ts";
import { openRows, sealOutcome } from "./written.ts";

/** Why a desk step is rejected. */
export type DeskFailure = { readonly code: "not-found" | "already-decided" };

/** Number of finished requests that the desk shows, latest first. */
const FINISHED_SHOWN = 50;

/**
 * Returns the customer service desk: open requests, nearest due day first, and the latest finished ones. A complaint or
 * call is late after its promised day, compared with today in Bangkok.
 */
export async function serviceDesk(room: Room): Promise<TypeOf<typeof ServiceDesk>> {
  const today = room.clock.today();
  const complaints = await complaintsShown(room);
  const contacts = await contactsShown(room);
  const further = await room.records.of(
    room.db,
    [...complaints, ...contacts].map(({ row }) => row.record),
  );
  return {
    complaints: complaints.map(({ row, written, outcome }) => ({
      id: row.id,
      reference: row.reference,
      state: row.state,
      email: written?.email ?? null,
      phone: written?.phone ?? null,
      hasAccount: row.person_id !== null,
      problemType: row.problem_type,
      detail: written?.detail ?? null,
      hasAttachment: row.attachment !== null,
      further: further.get(row.record) ?? null,
      language: row.language,
      filedAt: row.filed_at.toISOString(),
      acknowledgeBy: row.acknowledge_by,
      answerBy: row.answer_by,
      late: row.state !== "answered" && (row.state === "open" ? row.acknowledge_by : row.answer_by) < today,
      acknowledged:
        row.acknowledged_at === null
          ? null
          : { at: row.acknowledged_at.toISOString(), by: row.acknowledged_email ?? "" },
      answered:
        row.answered_at === null
          ? null
          : { at: row.answered_at.toISOString(), by: row.answered_email ?? "", text: outcome },
    })),
    contacts: contacts.map(({ row, written, outcome }) => ({
      id: row.id,
      reference: row.reference,
      state: row.state,
      name: written?.name ?? null,
      email: written?.email ?? null,
      phone: written?.phone ?? null,
      hasAccount: row.person_id !== null,
      topic: row.topic,
      further: further.get(row.record) ?? null,
      language: row.language,
      askedAt: row.asked_at.toISOString(),
      callBy: row.call_by,
      late: row.state === "open" && row.call_by < today,
      done:
        row.done_at === null
          ? null
          : { at: row.done_at.toISOString(), by: row.done_email ?? "", note: outcome },
    })),
  };
}

async function complaintsShown(room: Room) {
  const rows = await room.db
    .selectFrom("complaints as c")
    .leftJoin("people as a", "a.id", "c.acknowledged_by")
    .leftJoin("people as b", "b.id", "c.answered_by")
    .selectAll("c")
    .select(["c.answer as outcome", "a.email as acknowledged_email", "b.email as answered_email"])
    .where((where) =>
      where.or([
        where("c.state", "!=", "answered"),
        where("c.id", "in", (from) =>
          from
            .selectFrom("complaints")
            .select("id")
            .where("state", "=", "answered")
            .orderBy("answered_at", "desc")
            .limit(FINISHED_SHOWN),
        ),
      ]),
    )
    .orderBy(sql`c.answered_at desc nulls first`)
    .orderBy(sql`case when c.state = 'open' then c.acknowledge_by else c.answer_by end`)
    .orderBy("c.filed_at")
    .execute();
  return await openRows(room, room.db, "complaints", rows);
}

async function contactsShown(room: Room) {
  const rows = await room.db
    .selectFrom("contact_requests as c")
    .leftJoin("people as d", "d.id", "c.done_by")
    .selectAll("c")
    .select(["c.note as outcome", "d.email as done_email"])
    .where((where) =>
      where.or([
        where("c.state", "=", "open"),
        where("c.id", "in", (from) =>
          from
            .selectFrom("contact_requests")
            .select("id")
            .where("state", "=", "done")
            .orderBy("done_at", "desc")
            .limit(FINISHED_SHOWN),
        ),
      ]),
    )
    .orderBy(sql`c.done_at desc nulls first`)
    .orderBy("c.call_by")
    .orderBy("c.asked_at")
    .execute();
  return await openRows(room, room.db, "contact_requests", rows);
}

/**
 * Acknowledges a complaint, or answers it with a text that the complainant gets by letter. An answer also acknowledges.
 * Errors: `not-found`; `already-decided` if a colleague did it before.
 */
export async function handleComplaint(
  room: Room,
  staffId: string,
  step: { readonly id: string; readonly answer: string | null },
): Promise<Result<{ readonly state: "acknowledged" | "answered" }, DeskFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("complaints")
      .selectAll()
      .where("id", "=", step.id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return fail({ code: "not-found" });
    const state = step.answer === null ? "acknowledged" : "answered";
    if (row.state === "answered" || row.state === state) return fail({ code: "already-decided" });
    const at = room.clock.now().toJSDate();
    await tx
      .updateTable("complaints")
      .set({
        state,
        ...(row.acknowledged_at === null ? { acknowledged_at: at, acknowledged_by: staffId } : {}),
        ...(step.answer === null
          ? {}
          : {
              answer: await sealOutcome(room, tx, row, step.answer),
              answered_at: at,
              answered_by: staffId,
            }),
      })
      .where("id", "=", row.id)
      .execute();
    const [opened] = await openRows(room, tx, "complaints", [{ ...row, outcome: null }]);
    // An erased person gets no letter.
    if (opened?.written != null)
      await room.messages.send(tx, {
        to: opened.written.email,
        template: `complaint-${state}`,
        language: row.language,
        data: {
          reference: row.reference,
          answerBy: formatTypedDate(row.answer_by as LocalDate),
          answer: step.answer ?? "",
        },
        key: `complaint-${state}:${row.id}`,
      });
    await record(tx, room.clock, {
      actor: `person:${staffId}`,
      action: step.answer === null ? "service.acknowledgeComplaint" : "service.answerComplaint",
      subject: `complaint:${row.id}`,
      from: row.state,
      to: state,
      detail: {},
    });
    return ok({ state });
  });
}

/** Marks a request to be called as done, with a note about the result. Errors as above. */
export async function finishContact(
  room: Room,
  staffId: string,
  step: { readonly id: string; readonly note: string },
): Promise<Result<{ readonly state: "done" }, DeskFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("contact_requests")
      .select(["id", "person_id", "state"])
      .where("id", "=", step.id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return fail({ code: "not-found" });
    if (row.state === "done") return fail({ code: "already-decided" });
    await tx
      .updateTable("contact_requests")
      .set({
        state: "done",
        note: await sealOutcome(room, tx, row, step.note),
        done_at: room.clock.now().toJSDate(),
        done_by: staffId,
      })
      .where("id", "=", row.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${staffId}`,
      action: "service.finishContact",
      subject: `contact:${row.id}`,
      from: "open",
      to: "done",
      detail: {},
    });
    return ok({ state: "done" });
  });
}

/** Returns the file that came with a complaint, or `null`. */
export async function attachmentOf(room: Room, complaint: string): Promise<string | null> {
  const row = await room.db
    .selectFrom("complaints")
    .select("attachment")
    .where("id", "=", complaint)
    .executeTakeFirst();
  return row?.attachment ?? null;
}

/** Returns true if a file came with the further answers of a complaint or a request to be called. */
export async function isFurtherFile(
  room: Room,
  of: { readonly id: string; readonly file: string },
): Promise<boolean> {
  const row =
    (await room.db.selectFrom("complaints").select("record").where("id", "=", of.id).executeTakeFirst()) ??
    (await room.db
      .selectFrom("contact_requests")
      .select("record")
      .where("id", "=", of.id)
      .executeTakeFirst());
  return row !== undefined && (await room.records.hasFile(room.db, row.record, of.file));
}
