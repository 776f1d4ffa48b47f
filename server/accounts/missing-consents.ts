import { AppError } from "../http/index.ts";
import { signUpPurposes } from "./legal-texts.ts";
import type { Room } from "./room.ts";

type Given = readonly { readonly purpose: string; readonly version: string }[];

/** The texts that nobody agreed to. Consents are given to a version: one given to an older text is missing here. */
export function missingConsents(room: Room, given: Given): readonly (typeof signUpPurposes)[number][] {
  const texts = room.legal();
  return signUpPurposes.filter(
    (purpose) =>
      !given.some((consent) => consent.purpose === purpose && consent.version === texts[purpose].version),
  );
}

/** Names the texts that are missing, each with its version. */
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
