import { randomUUID } from "node:crypto";
import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import { randomReference } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import { countRequest } from "./request-days.ts";
import type { Room } from "./room.ts";
import { sealWritten } from "./written.ts";
import "./tables.ts";

/** Business days within which we call a requester. */
const CALL_DAYS = 1;

/**
 * Records a request to be called and confirms it by e-mail within the daily limits. The letter contains no typed text,
 * because the address may belong to another person.
 */
export async function askForContact(
  room: Room,
  context: Omit<LocalEffectContext, "claim">,
  request: EffectInput<"service.contactBack">,
): Promise<{ readonly reference: string }> {
  const { tx, clock, language, client } = context;
  const { mayWrite } = await countRequest(tx, room.key, {
    email: request.email,
    client,
    now: clock.wall(),
  });
  const today = clock.today() as LocalDate;
  // Without that year's holidays business days cannot be counted.
  const callBy = (await room.businessDayAfter(tx, today, CALL_DAYS)) ?? addDays(today, CALL_DAYS);
  const id = randomUUID();
  const reference = `CON-${today.slice(2).replaceAll("-", "")}-${randomReference()}`;
  await tx
    .insertInto("contact_requests")
    .values({
      id,
      reference,
      person_id: context.personId,
      record: context.idempotencyKey,
      topic: request.topic,
      written: await sealWritten(room, tx, { id, personId: context.personId }, "contact_requests", {
        name: request.name,
        email: request.email,
        phone: request.phone,
      }),
      language,
      state: "open",
      asked_at: clock.now().toJSDate(),
      call_by: callBy,
    })
    .execute();
  if (mayWrite)
    await room.messages.send(tx, {
      to: request.email,
      template: "contact-received",
      language,
      data: { reference },
      key: `contact-received:${id}`,
    });
  await record(tx, clock, {
    actor: context.subject,
    action: "service.contactBack",
    subject: `contact:${id}`,
    to: "open",
    version: context.instance.version,
    detail: { topic: request.topic },
  });
  return { reference };
}
