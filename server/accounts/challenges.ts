import { toE164 } from "../../domain/phone.ts";
import { fail } from "../../engine/values/result.ts";
import type { Challenges, OtpRequest } from "../flows/index.ts";
import { tryTotp } from "./authenticator.ts";
import { isAddressTaken } from "./change-email.ts";
import { mailboxOf } from "./email.ts";
import { issueOtp, type OtpBinding, tryOtp } from "./one-time-passwords.ts";
import { findPerson } from "./people.ts";
import { checkPin, tryPin } from "./pin.ts";
import type { Room } from "./room.ts";
import { hashCode } from "./secrets.ts";
import { strangerOf } from "./send-otp.ts";

/**
 * Creates the challenges for flow steps: one-time passwords to the verified e-mail or to an entered number or address,
 * the PIN, and app codes.
 */
export function createChallenges(room: Room): Challenges {
  return {
    sendOtp: async (tx, request) => {
      if (request.personId === null && request.to !== null && request.channel === "email")
        return await issueOtp(room, tx, strangersBinding(room, request.to, request), {
          address: request.to,
          language: request.language,
          about: request.about,
          deliver: true,
          countedFor: request.subject,
        });
      const person = request.personId === null ? null : await findPerson(tx, request.personId);
      if (person === null || !person.isVerified) return fail({ code: "otp-no-channel" });
      const { to } = request;
      const binding = bindingOf(person.id, request);
      if (request.channel === "sms") {
        const phone = to === null ? null : toE164(to);
        if (phone === null) return fail({ code: "otp-no-channel" });
        if (!room.messages.sendsSms) return fail({ code: "sms-failed" });
        return await issueOtp(room, tx, binding, {
          address: phone,
          language: request.language,
          about: request.about,
          deliver: true,
          // Several accounts together cannot fill one phone with messages.
          countedFor: numberOf(room, phone),
        });
      }
      return await issueOtp(room, tx, binding, {
        address: to ?? person.email,
        language: request.language,
        about: request.about,
        // Does not reveal who has an account: to an address in use the code is simply not sent.
        deliver: to === null || !(await isAddressTaken(room, tx, to)),
      });
    },
    verifyOtp: async (tx, request) => {
      const { personId, to, code } = request;
      if (personId !== null) return await tryOtp(room, tx, bindingOf(personId, request), code);
      return to === null
        ? { kind: "expired" }
        : await tryOtp(room, tx, strangersBinding(room, to, request), code);
    },
    tryPin: async (tx, request) => await tryPin(room, tx, request),
    checkPin: async (request) => await checkPin(room, request),
    verifyTotp: async (tx, request) => await tryTotp(room, tx, request),
  };
}

/**
 * The binding of a visitor's code. It counts per mailbox, over all visitors, and works only in the visit that asked
 * for it.
 */
function strangersBinding(
  room: Room,
  to: string,
  { channel, action, subject, instance }: Pick<OtpRequest, "channel" | "action" | "subject" | "instance">,
): OtpBinding {
  return { owner: strangerOf(room, mailboxOf(to)), channel, action, to, session: subject, instance };
}

/** The counter of a number's codes, whoever asks for them. */
function numberOf(room: Room, phone: string): string {
  return `number:${hashCode(room.keys.code, [phone]).toString("hex")}`;
}

function bindingOf(
  personId: string,
  {
    channel,
    action,
    to,
    session,
    instance,
  }: Pick<OtpRequest, "channel" | "action" | "to" | "session" | "instance">,
): OtpBinding {
  const sentTo = to === null ? {} : { to };
  return {
    owner: `person:${personId}`,
    channel,
    action,
    instance,
    ...sentTo,
    ...(session === undefined ? {} : { session }),
  };
}
