import { fail } from "../../engine/values/result.ts";
import type { Challenges } from "../flows/index.ts";
import { tryTotp } from "./authenticator.ts";
import { issueOtp, tryOtp } from "./one-time-passwords.ts";
import { findPerson } from "./people.ts";
import { checkPin, tryPin } from "./pin.ts";
import type { Room } from "./room.ts";

/** What challenge steps of flows ask: one-time passwords to the confirmed e-mail, and the PIN. */
export function createChallenges(room: Room): Challenges {
  return {
    sendOtp: async (tx, request) => {
      const person = request.personId === null ? null : await findPerson(tx, request.personId);
      // A phone number is proved later (access); until then there is nowhere to send a text message.
      if (person === null || !person.isVerified || request.channel === "sms")
        return fail({ code: "otp-no-channel" });
      const binding = { owner: `person:${person.id}`, channel: request.channel, action: request.action };
      return await issueOtp(room, tx, binding, {
        address: person.email,
        language: request.language,
        deliver: true,
      });
    },
    verifyOtp: async (tx, request) => {
      if (request.personId === null) return { kind: "expired" };
      const binding = {
        owner: `person:${request.personId}`,
        channel: request.channel,
        action: request.action,
      };
      return await tryOtp(room, tx, binding, request.code);
    },
    tryPin: async (tx, request) => await tryPin(room, tx, request),
    checkPin: async (request) => await checkPin(room, request),
    verifyTotp: async (tx, request) => await tryTotp(room, tx, request),
  };
}
