import { AppError } from "../http/index.ts";
import { signUpPurposes } from "./legal-texts.ts";
import type { Room } from "./room.ts";

type Given = readonly { readonly purpose: string; readonly version: string }[];

/**
 * Returns the sign-up texts to which the person gave no consent. A consent to an older version does not
 * count.
 */
export function missingConsents(room: Room, given: Given): readonly (typeof signUpPurposes)[number][] {
  const texts = room.legal();
  return signUpPurposes.filter(
    (purpose) =>
      !given.some((consent) => consent.purpose === purpose && consent.version === texts[purpose].version),
  );
}

/** Creates the error that names the texts without consent, with their versions. */
export function consentsMissing(room: Room, given: Given): AppError {
  const texts = room.legal();
  return new AppError("consents-missing", {
    fields: missingConsents(room, given).map((purpose) => ({
      pointer: `/consents/${purpose}`,
      code: "required",
      message: `register:sign-up.create.consents.${purpose}.errors.const`,
      params: { purpose, version: texts[purpose].version },
    })),
  });
}
