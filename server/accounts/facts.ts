import type { FactProvider } from "../flows/index.ts";
import type { Room } from "./room.ts";
import { isActiveSaleCode } from "./sign-up.ts";

/** Facts this room supplies: `saleCode`, `legal`, `today`. */
export function accountsFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "saleCode",
      load: async ({ db }, args) => ({
        active: typeof args.code === "string" && (await isActiveSaleCode(db, args.code.toUpperCase())),
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
    { id: "today", load: async ({ clock }) => ({ date: clock.today() }) },
  ];
}
