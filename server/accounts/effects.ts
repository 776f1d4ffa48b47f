import { fail, ok } from "../../engine/values/result.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Effect, EffectInput, LocalEffectContext } from "../flows/index.ts";
import { bindWallet } from "./bind-wallet.ts";
import { changeEmail } from "./change-email.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { factorEffects } from "./factor-effects.ts";
import { hashSecret } from "./password-hash.ts";
import { changePassword, isPresentPassword } from "./password-reset.ts";
import { setPin } from "./pin.ts";
import { type PinRecord, pinRecord } from "./pin-record.ts";
import type { Room } from "./room.ts";
import { type SignUp, signUp } from "./sign-up.ts";
import { takeBackConsent } from "./take-back-consent.ts";

/**
 * Returns the effects of the accounts module that flows can call. `birthDateOf` comes from the identity
 * module.
 */
export function accountsEffects(
  room: Room,
  deps: { readonly birthDateOf: (db: Db | Tx, personId: string) => Promise<string | null> },
): readonly Effect[] {
  return [
    {
      id: "accounts.signUp",
      mode: "local",
      prepare: async (whose, input) => ({ passwordHash: await hashSecret(input.password, whose) }),
      run: async (context, input) => {
        const { email, password, companyName = "" } = input;
        if (isCommonPassword(password, [email, companyName]))
          return fail({ code: "password-common", field: "password" });
        return await signUp(room, context.tx, signUpOf(input, context), context.claim);
      },
    },
    { id: "accounts.setPin", ...pinEffect(room, deps) },
    { id: "accounts.changePin", ...pinEffect(room, deps) },
    {
      id: "accounts.changePassword",
      mode: "local",
      prepare: async (whose, { password, present }) => ({
        passwordHash: await hashSecret(password, whose),
        isPresent: await isPresentPassword(room, { ...whose, present: present ?? "" }),
        // Whether the new password equals the present password.
        isSame: password === present,
      }),
      run: async (context, { password }) => {
        const { tx, personId, prepared, session } = context;
        if (prepared.isPresent !== true) return fail({ code: "present-wrong", field: "present" });
        if (prepared.isSame === true) return fail({ code: "password-same", field: "password" });
        if (personId === null) throw new Error("accounts.changePassword: a visitor has no password");
        const passwordHash = String(prepared.passwordHash);
        return await changePassword(room, tx, { personId, password, passwordHash, session });
      },
    },
    {
      id: "accounts.changeEmail",
      mode: "local",
      run: async ({ tx, personId, session }, { email }) => {
        if (personId === null) throw new Error("accounts.changeEmail: a visitor has no account");
        return await changeEmail(room, tx, { personId, email, session });
      },
    },
    {
      id: "accounts.bindWallet",
      mode: "local",
      run: async (context, input) => await bindWallet(room, context, input),
    },
    {
      id: "accounts.withdrawConsent",
      mode: "local",
      run: async (context, input) => ok(await takeBackConsent(room, context, input)),
    },
    ...factorEffects(room),
  ];
}

/**
 * Builds an effect that sets the PIN of the flow's owner. The effect's signature declares what a person must
 * prove before it runs.
 */
function pinEffect(room: Room, deps: Parameters<typeof accountsEffects>[1]) {
  return {
    mode: "local",
    prepare: async ({ client }: { readonly client: string }, input: { readonly pin: string }) => ({
      ...(await pinRecord(room, input.pin, client)),
    }),
    run: async (
      {
        tx,
        personId,
        prepared,
        session,
      }: Pick<LocalEffectContext, "tx" | "personId" | "prepared" | "session">,
      { pin }: { readonly pin: string },
    ) => {
      if (personId === null) throw new Error("accounts.setPin: a visitor has no PIN");
      const birthDate = await deps.birthDateOf(tx, personId);
      return await setPin(room, tx, {
        personId,
        pin,
        stored: prepared as PinRecord,
        ...(birthDate === null ? {} : { birthDate }),
        ...(session === undefined ? {} : { session }),
      });
    },
  } as const;
}

/** Builds the input of a sign-up. The schema guarantees that the three consents are `true`. */
function signUpOf(
  given: EffectInput<"accounts.signUp">,
  { language, prepared, subject }: Pick<LocalEffectContext, "language" | "prepared" | "subject">,
): SignUp {
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
