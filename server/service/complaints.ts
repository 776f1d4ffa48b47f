import { randomUUID } from "node:crypto";
import { addDays, formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { randomReference } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { countRequest } from "./request-days.ts";
import type { Room } from "./room.ts";
import { sealWritten } from "./written.ts";
import "./tables.ts";

/** Promised times: business days until the acknowledgement, calendar days until the answer. */
export const complaintDays = { acknowledge: 3, answer: 30 } as const;

/** A filed complaint: its number, and the due days of acknowledgement and answer. */
export type Filed = {
  readonly reference: string;
  readonly acknowledgeBy: string;
  readonly answerBy: string;
};

/** Files a complaint, numbers it at once and confirms it by e-mail within the daily limits. */
export async function fileComplaint(
  room: Room,
  context: Omit<LocalEffectContext, "claim">,
  complaint: EffectInput<"service.fileComplaint">,
): Promise<Filed> {
  const { tx, clock, language, client } = context;
  const { mayWrite } = await countRequest(tx, room.key, {
    email: complaint.email,
    client,
    now: clock.wall(),
  });
  const today = clock.today() as LocalDate;
  const acknowledgeBy =
    (await room.businessDayAfter(tx, today, complaintDays.acknowledge)) ??
    // Without that year's holidays business days cannot be counted. Calendar days are never later than business days.
    addDays(today, complaintDays.acknowledge);
  const answerBy = addDays(today, complaintDays.answer);
  const id = randomUUID();
  const reference = `CMP-${today.slice(2).replaceAll("-", "")}-${randomReference()}`;
  await tx
    .insertInto("complaints")
    .values({
      id,
      reference,
      person_id: context.personId,
      record: context.idempotencyKey,
      problem_type: complaint.problemType,
      written: await sealWritten(room, tx, { id, personId: context.personId }, "complaints", {
        email: complaint.email,
        phone: complaint.phone,
        detail: complaint.detail,
      }),
      attachment: complaint.attachment ?? null,
      language,
      state: "open",
      filed_at: clock.now().toJSDate(),
      acknowledge_by: acknowledgeBy,
      answer_by: answerBy,
    })
    .execute();
  // A visitor's uploads are erased with the visit, so the complaint takes its own.
  if (context.personId === null && complaint.attachment !== undefined)
    await room.files.keep(tx, [complaint.attachment], { from: context.subject, to: `complaint:${id}` });
  if (mayWrite)
    await room.messages.send(tx, {
      to: complaint.email,
      template: "complaint-received",
      language,
      data: {
        reference,
        acknowledgeBy: formatTypedDate(acknowledgeBy as LocalDate),
        answerBy: formatTypedDate(answerBy),
      },
      key: `complaint-received:${id}`,
    });
  await record(tx, clock, {
    actor: context.subject,
    action: "service.fileComplaint",
    subject: `complaint:${id}`,
    to: "open",
    version: context.instance.version,
    detail: { problemType: complaint.problemType },
  });
  return { reference, acknowledgeBy, answerBy };
}
