import {
  answer,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { documentFields } from "./suitability-levels.ts";

const customerType = oneOf("INDIVIDUAL", "JURISTIC");
const form = oneOf("W9", "W8BEN", "NONE");
const given = { ...mapOf(answer("Json")), description: "As it was sent in, field by field" };

const vendorRecord = objectOf({ status: orNull(answer("VendorStatus")) });

/** What calls about identities answer. `tests/server/identity` holds real answers and the room's types against it. */
export const IDENTITY_ANSWERS = {
  RecordStatus: oneOf("PRE_VERIFIED", "PENDING", "REVIEW", "VERIFIED", "REJECTED", "OVERDUE"),
  VendorStatus: oneOf("WAITING", "PENDING", "REVIEW", "VERIFIED", "REJECT", "PENDING_REJECT", "BLOCKED"),
  Statuses: objectOf(
    {
      "kyc?": answer("RecordStatus"),
      "suit?": answer("RecordStatus"),
      "onfido?": answer("VendorStatus"),
      "verifio?": answer("VendorStatus"),
      "liveness?": answer("VendorStatus"),
    },
    "How a person's papers stand; what is absent has not begun",
  ),
  OnboardingStep: objectOf(
    {
      id: TEXT,
      state: oneOf("done", "open", "again", "waiting"),
      text: answer("Sentence"),
      mend: orNull({ ...TEXT, description: "Where it is done: a flow, as flow:kyc, or a page" }),
    },
    "A step until the account is open",
  ),
  User: objectOf(
    {
      uuid: UUID,
      role: orNull(oneOf("operations", "compliance", "finance", "support", "admin")),
      email: TEXT,
      customerType,
      companyName: orNull(TEXT),
      language: oneOf("th", "en"),
      trueMoneyId: orNull(TEXT),
      onboarding: listOf(
        answer("OnboardingStep"),
        "In the order in which one comes to them; empty for staff",
      ),
      decision: {
        ...orNull(
          objectOf({
            state: oneOf("asked-again", "rejected"),
            reason: TEXT,
            asked: listOf(
              objectOf({ name: TEXT, label: answer("Sentence"), reason: TEXT }),
              "What is to be answered again, as its screen calls it, and why",
            ),
          }),
        ),
        description: "What a reviewer decided last, until something is sent in again",
      },
      allowInvest: FLAG,
      isVerified: { ...FLAG, description: "Whether the e-mail is confirmed" },
      agreeFatca: FLAG,
      walletAddress: orNull(TEXT),
      bankName: orNull(TEXT),
      passDopa: FLAG,
      hasPin: FLAG,
      kyc: objectOf({ status: orNull(answer("RecordStatus")), contractVerified: FLAG }),
      onfido: vendorRecord,
      verifio: vendorRecord,
      liveness: vendorRecord,
      suit: objectOf({
        status: orNull(answer("RecordStatus")),
        level: orNull(WHOLE),
        maxRisk: orNull(WHOLE),
      }),
    },
    "A person as she reads herself; a status of null has not begun",
  ),
  ReviewState: oneOf("open", "approved", "rejected", "asked-again", "replaced"),
  ReviewEntry: objectOf(
    {
      id: UUID,
      reference: TEXT,
      name: orNull(TEXT),
      customerType,
      openedAt: INSTANT,
      state: answer("ReviewState"),
      statuses: answer("Statuses"),
    },
    "An identity that waits for a reviewer",
  ),
  ReviewList: objectOf({
    reviews: listOf(answer("ReviewEntry")),
    rejected: listOf(answer("ReviewEntry"), "Those whose last review was a rejection, the latest first"),
    sharedDocuments: listOf(
      objectOf({ at: INSTANT, refused: TEXT, first: TEXT }),
      "Accounts that were refused because another was opened with the same document, by their e-mails",
    ),
  }),
  CardNumbers: objectOf(
    {
      nationalId: TEXT,
      laserCode: orNull(TEXT),
      before: {
        ...objectOf({ nationalId: orNull(TEXT), laserCode: orNull(TEXT) }),
        description: "What stood there the time before, where it changed",
      },
    },
    "What stands on an ID card in full",
  ),
  Review: objectOf(
    {
      id: UUID,
      reference: TEXT,
      state: answer("ReviewState"),
      openedAt: INSTANT,
      decidedAt: orNull(INSTANT),
      reason: orNull(TEXT),
      own: { ...FLAG, description: "It is the reviewer herself, so somebody else decides" },
      person: objectOf({ email: TEXT, customerType, companyName: orNull(TEXT) }),
      identity: orNull(given),
      changed: listOf(
        objectOf({ name: TEXT, before: answer("Json"), after: answer("Json") }),
        "What is otherwise than what was sent in before; of the card's numbers the end alone",
      ),
      holderLikeness: {
        ...orNull(oneOf("SAME", "CLOSE", "OTHER")),
        description: "How the bank account's name stands to the investor's",
      },
      passDopa: FLAG,
      statuses: answer("Statuses"),
      documents: listOf(
        objectOf({
          kind: oneOf(...documentFields),
          file: UUID,
          url: TEXT,
          preview: TEXT,
          scanned: { ...oneOf("clean", "infected", "not-scanned"), description: "What a virus scanner said" },
        }),
      ),
      checks: listOf(
        objectOf({
          kind: oneOf("document", "liveness"),
          vendor: oneOf("onfido", "verifio"),
          state: oneOf("asking", "asked", "answered"),
          result: orNull(TEXT),
          subResult: orNull(TEXT),
          askedAt: INSTANT,
          answeredAt: orNull(INSTANT),
        }),
        "What vendors were asked, the newest first",
      ),
      suitability: orNull(objectOf({ score: WHOLE, level: WHOLE, maxRisk: WHOLE, answers: given })),
      fatca: orNull(objectOf({ form, agree: FLAG, answers: given })),
      bank: orNull(
        objectOf({
          bank: TEXT,
          status: oneOf("PENDING", "VERIFIED", "REPLACED"),
          "accountNumber?": TEXT,
          "accountName?": TEXT,
        }),
      ),
      interests: orNull(objectOf({ strategies: listOf(TEXT), depositMethods: listOf(TEXT) })),
      highRisk: FLAG,
      sameCardElsewhere: { ...WHOLE, description: "How many other accounts show the same ID card" },
    },
    "Everything that a reviewer needs of one identity",
  ),
  ReviewDecision: objectOf({ state: answer("ReviewState") }),
};
