import { buddhistYear, type PartialDate } from "../../engine/values/local-date.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { VendorAddress } from "./onfido-vendor.ts";
import type { CardRegister } from "./vendor.ts";

/** Creates the client of the card register's HTTP gateway: `POST <url>/card-checks`. */
export function dopaRegister({ url, token, timeoutMs = 5_000 }: VendorAddress): CardRegister {
  return {
    check: async (card) => {
      refuseWhileHolding("the card register");
      try {
        const response = await fetch(`${url}/card-checks`, {
          method: "POST",
          headers: { "Content-Type": "application/json", "X-Api-Key": token },
          body: JSON.stringify({
            pid: card.nationalId,
            firstName: card.firstName,
            lastName: card.lastName,
            birthDay: buddhistDate(card.birthDate),
            laser: card.laserCode,
          }),
          signal: AbortSignal.timeout(timeoutMs),
          redirect: "error",
        });
        if (!response.ok) return fail({ code: "unavailable" });
        const { code } = (await response.json()) as { code?: unknown };
        return [0, 1, 2, 4, 5].includes(code as number)
          ? ok({ code: code as number })
          : fail({ code: "unavailable" });
      } catch {
        return fail({ code: "unavailable" });
      }
    },
  };
}

/**
 * Formats a date as `YYYYMMDD` of the Buddhist era. `00` is written for a day or month that the card does not
 * have.
 */
export function buddhistDate(birthDate: string): string {
  const [, month = "00", day = "00"] = birthDate.split("-");
  return `${buddhistYear(birthDate as PartialDate).padStart(4, "0")}${month}${day}`;
}
