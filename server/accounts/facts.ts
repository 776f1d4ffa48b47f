import { buddhistYear, type LocalDate } from "../../engine/values/local-date.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { twoFactorSince } from "./authenticator.ts";
import { provedWallet, walletFact } from "./bind-wallet.ts";
import { consentStates } from "./consent-states.ts";
import { maskedPhone } from "./phones.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sale-codes.ts";

/**
 * Returns the facts that the accounts module supplies: `saleCode`, `legal`, `consents`, `factors`, `wallet`,
 * `provedWallet`, `today`, `pastYear`.
 */
export function accountsFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "saleCode",
      load: async ({ db, clock }, args) => ({
        active:
          typeof args.code === "string" &&
          (await isActiveSaleCode(db, args.code.toUpperCase(), clock.today())),
      }),
    },
    {
      id: "legal",
      load: async () => versionsOf(room.legal()),
    },
    {
      id: "consents",
      load: async ({ db, personId }) => {
        if (personId === null) return null;
        const given = (await consentStates(room, db, personId)).filter(({ state }) => state === "given");
        return {
          publicity: given.some(({ purpose }) => purpose === "publicity"),
          biometrics: given.some(({ purpose }) => purpose === "biometrics"),
        };
      },
    },
    {
      id: "factors",
      load: async ({ db, personId }) =>
        personId === null ? { totp: false, codes: 0 } : await factorsOf(db, personId),
    },
    {
      id: "wallet",
      load: async ({ db, clock, personId }) =>
        personId === null ? { state: "NONE" } : await walletFact(db, { personId, clock }),
    },
    {
      id: "provedWallet",
      load: async ({ db, clock, personId }) =>
        personId === null ? null : await provedWallet(db, { personId, clock }),
    },
    { id: "today", load: async ({ clock }) => ({ date: clock.today() }) },
    {
      id: "pastYear",
      load: async ({ clock }, { year }) => ({ past: isPastYear(Number(year), clock.today() as LocalDate) }),
    },
  ];
}

function versionsOf({ privacy, terms, publicity, contract, biometrics }: ReturnType<Room["legal"]>) {
  return {
    privacyVersion: privacy.version,
    termsVersion: terms.version,
    publicityVersion: publicity.version,
    contractVersion: contract.version,
    biometricsVersion: biometrics.version,
  };
}

async function factorsOf(db: Db | Tx, personId: string) {
  const phone = await maskedPhone(db, personId);
  return {
    totp: (await twoFactorSince(db, personId)) !== null,
    codes: await recoveryCodesLeft(db, personId),
    ...(phone === null ? {} : { phone }),
  };
}

/**
 * First year that is read as a year of the Buddhist era (2443 is 1900). Smaller years belong to the Christian
 * era.
 */
const FIRST_BUDDHIST = 2443;

/** Returns whether a year, of the Christian or Buddhist era, is not in the future. */
export function isPastYear(year: number, today: LocalDate): boolean {
  const [christian, buddhist] = [Number(today.slice(0, 4)), Number(buddhistYear(today))];
  return year <= christian || (year >= FIRST_BUDDHIST && year <= buddhist);
}
