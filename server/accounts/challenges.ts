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
 * Creates the challenges that flow steps use: one-time passwords to the verified e-mail or to an entered
 * number or address, the PIN, and codes of the authenticator app.
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
      if (request.channel !== "email") {
        const phone = to === null ? null : toE164(to);
        if (phone === null) return fail({ code: "otp-no-channel" });
        if (!room.messages.sendsSms) return fail({ code: "sms-failed" });
        return await issueOtp(room, tx, binding, {
          address: phone,
          language: request.language,
          about: request.about,
          deliver: true,
          // Codes are counted per phone number, so that several accounts together cannot flood one phone.
          countedFor: numberOf(room, phone),
        });
      }
      return await issueOtp(room, tx, binding, {
        address: to ?? person.email,
        language: request.language,
        about: request.about,
        // If an account uses the address, no code is sent. The answer is the same as for a free address, so
        // no one learns who has an account.
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
 * Binds a visitor's one-time password to the visit that requested it. Counts the passwords per mailbox, for
 * all visitors together.
 */
function strangersBinding(
  room: Room,
  to: string,
  { channel, action, subject, instance }: Pick<OtpRequest, "channel" | "action" | "subject" | "instance">,
): OtpBinding {
  return { owner: strangerOf(room, mailboxOf(to)), channel, action, to, session: subject, instance };
}

/** Returns the key under which the codes sent to a phone number are counted, for all accounts together. */
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
