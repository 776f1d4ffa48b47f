import { type GoodAnswers, kycAnswers } from "../../support/good-answers.ts";
import type { Caller } from "../portal-house.ts";

export type { GoodAnswers } from "../../support/good-answers.ts";
export { complaint, contactBack, invest, pin, signUp } from "../../support/good-answers.ts";

/**
 * Answers for KYC with every form on the path, also for US indicia and digital ID. Required files are
 * uploaded first.
 */
export async function kyc(her: Pick<Caller, "upload">): Promise<GoodAnswers> {
  const answers = kycAnswers({
    cardFront: await her.upload("card-front"),
    cardBack: await her.upload("card-back"),
    selfie: await her.upload("selfie"),
    companyDocument: await her.upload("company-document"),
    usDocument: await her.upload("fatca-document"),
  });
  return {
    ...answers,
    general: { ...answers.general, nationalId: "1101700000010" },
    "digital-id": { useDigitalId: true },
    "us-indicia": { ...answers["us-indicia"], bornInUsRenounced: true, usAddress: true },
  };
}
