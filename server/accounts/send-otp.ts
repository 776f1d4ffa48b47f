import type { OtpSent } from "../flows/index.ts";
import { AppError, evenly, languageOf, type Request } from "../http/index.ts";
import { emailFault, refuseFaults } from "./check-input.ts";
import { emailKey } from "./email.ts";
import { issueOtp, type OtpRefused } from "./one-time-passwords.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";
import type { SendOtpBody } from "./route-schemas.ts";
import { hashCode } from "./secrets.ts";

/**
 * Sends a code. A logged-in person gets the code at their confirmed e-mail. A visitor gets the same answer
 * whether or not the address has an account.
 */
export async function sendOtp(room: Room, request: Request, body: SendOtpBody): Promise<OtpSent> {
  if (body.channel === "sms") throw new AppError("sms-not-offered");
  const person = request.person === null ? null : await findPerson(room.db, request.person.id);
  if (person === null && !STRANGERS_ACTIONS.has(body.action)) throw new AppError("log-in-first");
  if (person !== null && body.email !== undefined && emailKey(body.email) !== emailKey(person.email))
    refuseFaults([{ pointer: "/email", code: "email", message: "form:common.email.errors.email" }]);
  const address = person?.email ?? body.email ?? "";
  refuseFaults([emailFault(address)]);
  const issue = () =>
    room.db.transaction().execute(async (tx) => {
      const known = await tx
        .selectFrom("people")
        .select(["language", "email"])
        .where("email_key", "=", emailKey(address))
        .executeTakeFirst();
      const owner = person === null ? strangerOf(room, address) : `person:${person.id}`;
      const session = request.person?.session;
      return await issueOtp(
        room,
        tx,
        { owner, channel: body.channel, action: body.action, ...(session === undefined ? {} : { session }) },
        {
          address,
          language: known?.language ?? languageOf(request),
          deliver: person !== null || known !== undefined,
        },
      );
    });
  const answer = await (person === null ? evenly(room.config.evenMs, issue) : issue());
  if (!answer.ok) throw otpError(answer.error);
  return answer.value;
}

/** Returns the owner under which the codes for a visitor's address are stored. */
export function strangerOf(room: Room, email: string): string {
  return `stranger:${hashCode(room.keys.code, [emailKey(email)]).toString("hex")}`;
}

/** Actions for which a visitor can request a code. */
const STRANGERS_ACTIONS = new Set(["verify-email", "link-account", "recover"]);

function otpError(refused: OtpRefused): AppError {
  const seconds = String(Math.max(1, Math.ceil((Date.parse(refused.params.at) - Date.now()) / 1000)));
  return new AppError(refused.code, {
    params: refused.params,
    headers: { "Retry-After": seconds },
  });
}
