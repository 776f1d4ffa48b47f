import type { JsonObject } from "../../engine/values/json.ts";
import { fail } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { EffectHandler, LocalEffectContext } from "../flows/index.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { hashSecret } from "./password-hash.ts";
import { hashPin, setPin } from "./pin.ts";
import type { Room } from "./room.ts";
import { type SignUp, signUp } from "./sign-up.ts";

/** What flows may ask this room to do. `birthDateOf` comes from the room that knows identities. */
export function accountsEffects(
  room: Room,
  deps: { readonly birthDateOf: (db: Db | Tx, personId: string) => Promise<string | null> },
): readonly EffectHandler[] {
  return [
    {
      id: "accounts.signUp",
      mode: "local",
      prepare: async (whose, input) => ({ passwordHash: await hashSecret(String(input.password), whose) }),
      run: async (context, input) => {
        const { email, password, companyName } = input as { readonly [name: string]: string };
        if (isCommonPassword(String(password), [String(email), companyName ?? ""]))
          return fail({ code: "password-common", field: "password" });
        return await signUp(room, context.tx, signUpOf(input, context), context.claim);
      },
    },
    {
      id: "accounts.setPin",
      mode: "local",
      prepare: async ({ client }, input) => ({ pinHash: await hashPin(room, String(input.pin), client) }),
      run: async ({ tx, personId, prepared }, input) => {
        if (personId === null) throw new Error("accounts.setPin: a visitor has no PIN");
        const birthDate = await deps.birthDateOf(tx, personId);
        const { pin } = input as { readonly pin: string };
        return await setPin(room, tx, {
          personId,
          pin,
          pinHash: String(prepared.pinHash),
          ...(birthDate === null ? {} : { birthDate }),
        });
      },
    },
  ];
}

/** The input as its signature's schema has proved it; the three consents are `true` there or it is no input. */
function signUpOf(
  input: JsonObject,
  { language, prepared, subject }: Pick<LocalEffectContext, "language" | "prepared" | "subject">,
): SignUp {
  const given = input as unknown as Omit<SignUp, "language" | "channel" | "browser"> & {
    readonly language?: "th" | "en";
  };
  return {
    email: given.email,
    passwordHash: String(prepared.passwordHash),
    customerType: given.customerType,
    ...(given.companyName === undefined ? {} : { companyName: given.companyName }),
    ...(given.saleCode === undefined ? {} : { saleCode: given.saleCode }),
    language: given.language ?? language,
    channel: "flow:sign-up",
    browser: subject.startsWith("visitor:") ? subject.slice("visitor:".length) : null,
  };
}
