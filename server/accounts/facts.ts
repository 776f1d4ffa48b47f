import type { FactProvider } from "../flows/index.ts";
import { twoFactorSince } from "./authenticator.ts";
import { recoveryCodesLeft } from "./recovery-codes.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sale-codes.ts";

/** Facts this room supplies: `saleCode`, `legal`, `factors`, `today`. */
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
      load: async () => {
        const { privacy, terms, publicity, contract, biometrics } = room.legal();
        return {
          privacyVersion: privacy.version,
          termsVersion: terms.version,
          publicityVersion: publicity.version,
          contractVersion: contract.version,
          biometricsVersion: biometrics.version,
        };
      },
    },
    {
      id: "factors",
      load: async ({ db, personId }) => {
        if (personId === null) return { totp: false, codes: 0 };
        return {
          totp: (await twoFactorSince(db, personId)) !== null,
          codes: await recoveryCodesLeft(db, personId),
        };
      },
    },
    { id: "today", load: async ({ clock }) => ({ date: clock.today() }) },
  ];
}
