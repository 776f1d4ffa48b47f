import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { RecordOfAnswers } from "../flows/index.ts";
import {
  AnyJson,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  type TypeOf,
  UUID,
  VALUES,
  WHOLE,
} from "../http/index.ts";
import { CARD_PARTS } from "./card-differences.ts";
import { CONCERNS } from "./concerns.ts";
import { documentFields } from "./suitability-levels.ts";

// Schemas of the answers that the identity routes send.

const customerType = oneOf("INDIVIDUAL", "JURISTIC");
const form = oneOf("W9", "W8BEN", "NONE");
const given = { ...VALUES, description: "As it was sent in, field by field" };

export const VendorStatus = named(
  "VendorStatus",
  oneOf("WAITING", "PENDING", "REVIEW", "VERIFIED", "REJECT", "PENDING_REJECT", "BLOCKED"),
);

const vendorRecord = objectOf({ status: orNull(VendorStatus) });

export const RecordStatus = named(
  "RecordStatus",
  oneOf("PRE_VERIFIED", "PENDING", "REVIEW", "VERIFIED", "REJECTED", "OVERDUE"),
);

export const Statuses = named(
  "Statuses",
  objectOf(
    {
      "kyc?": RecordStatus,
      "suit?": RecordStatus,
      "onfido?": VendorStatus,
      "verifio?": VendorStatus,
      "liveness?": VendorStatus,
      "account?": VendorStatus,
    },
    "How a person's papers stand; what is absent has not begun",
  ),
);

export const OnboardingStep = named(
  "OnboardingStep",
  objectOf(
    {
      id: TEXT,
      state: oneOf("done", "open", "again", "waiting"),
      text: Sentence,
      mend: orNull({ ...TEXT, description: "Where it is done: a flow, as flow:kyc, or a page" }),
    },
    "A step until the account is open",
  ),
);
export type OnboardingStep = TypeOf<typeof OnboardingStep>;

export const User = named(
  "User",
  objectOf(
    {
      uuid: UUID,
      role: orNull(oneOf(...STAFF_ROLES)),
      email: TEXT,
      customerType,
      companyName: orNull(TEXT),
      language: oneOf(...LANGUAGES),
      trueMoneyId: orNull(TEXT),
      onboarding: listOf(OnboardingStep, "In the order in which one comes to them; empty for staff"),
      decision: {
        ...orNull(
          objectOf({
            state: oneOf("asked-again", "rejected"),
            reason: TEXT,
            asked: listOf(
              objectOf({ name: TEXT, label: Sentence, reason: TEXT }),
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
      kyc: objectOf({ status: orNull(RecordStatus), contractVerified: FLAG }),
      onfido: vendorRecord,
      verifio: vendorRecord,
      liveness: vendorRecord,
      suit: objectOf({
        status: orNull(RecordStatus),
        level: orNull(WHOLE),
        maxRisk: orNull(WHOLE),
      }),
    },
    "A person as they read themselves; a status of null has not begun",
  ),
);
export type User = TypeOf<typeof User>;

const birth = oneOf("same-day", "same-year", "unknown", "other");

const ownAccount = objectOf({
  bank: TEXT,
  number: { ...TEXT, description: "Masked" },
  verified: FLAG,
  from: { ...orNull(INSTANT), description: "When money can go to it; null if now, or if it is not approved" },
});

export const OwnProfile = named(
  "OwnProfile",
  objectOf(
    {
      names: orNull(objectOf({ th: TEXT, en: TEXT })),
      birthDate: orNull(TEXT),
      document: {
        ...orNull(TEXT),
        description: "The end of the ID card's or registration number, behind dots",
      },
      phone: { ...orNull(TEXT), description: "Its end, behind dots" },
      phoneGetsCodes: { ...FLAG, description: "Whether codes go to that number: its owner proved it by one" },
      address: orNull(TEXT),
      work: orNull(objectOf({ occupation: TEXT, other: orNull(TEXT), workplace: orNull(TEXT) })),
      bank: { ...orNull(ownAccount), description: "The account that money goes to, or the one that waits" },
      nextBank: { ...orNull(ownAccount), description: "The account that is to replace it" },
      wallet: orNull(objectOf({ address: TEXT, verified: FLAG })),
      contract: orNull(objectOf({ version: TEXT, signedAt: INSTANT })),
      suitability: orNull(objectOf({ answeredAt: INSTANT, goodUntil: TEXT })),
      taxResidence: orNull(objectOf({ declaredOn: TEXT, form, goodUntil: orNull(TEXT) })),
    },
    "What the portal knows of whoever asks",
  ),
);

export const HitState = named("HitState", oneOf("open", "dismissed", "confirmed", "cleared"));

export const ScreeningHit = named(
  "ScreeningHit",
  objectOf(
    {
      id: UUID,
      list: TEXT,
      reference: { ...TEXT, description: "The list's own number of the entry" },
      role: oneOf("customer", "company", "beneficial-owner", "controller"),
      score: { ...WHOLE, description: "How like they are, 0 to 100" },
      name: { ...TEXT, description: "The listed name that is likest" },
      birth,
      sameDocument: FLAG,
      entry: objectOf({
        names: listOf(TEXT),
        births: listOf(TEXT),
        nationalities: listOf(TEXT),
        listedOn: orNull(TEXT),
        comment: orNull(TEXT),
      }),
      foundAt: INSTANT,
      state: HitState,
      proposed: orNull(
        objectOf(
          { decision: oneOf("dismiss", "confirm"), reason: TEXT, own: FLAG },
          "What the first of two said",
        ),
      ),
      clearing: orNull(
        objectOf({ reason: TEXT, own: FLAG }, "What the first of two said who would clear a confirmed hit"),
      ),
      decidedReason: orNull(TEXT),
      clearedReason: orNull(TEXT),
    },
    "An entry of a watch list that somebody of the application is like",
  ),
);
export type ScreeningHit = TypeOf<typeof ScreeningHit>;

export const WatchHit = named(
  "WatchHit",
  objectOf(
    {
      review: UUID,
      name: orNull(TEXT),
      list: TEXT,
      reference: TEXT,
      score: WHOLE,
      foundAt: INSTANT,
      proposed: { ...FLAG, description: "One of two said something already" },
    },
    "A hit that waits for its reviewers, and the review where it is decided",
  ),
);
export type WatchHit = TypeOf<typeof WatchHit>;

export const HitOutcome = named(
  "HitOutcome",
  objectOf({ state: oneOf("open", "proposed", "dismissed", "confirmed", "cleared") }),
);

export const ReviewState = named(
  "ReviewState",
  oneOf("open", "approved", "rejected", "asked-again", "replaced"),
);

export const ReviewEntry = named(
  "ReviewEntry",
  objectOf(
    {
      id: UUID,
      reference: TEXT,
      name: orNull(TEXT),
      customerType,
      openedAt: INSTANT,
      state: ReviewState,
      statuses: Statuses,
      hits: { ...WHOLE, description: "Watch-list hits that are undecided" },
      nameEn: orNull(TEXT),
      email: TEXT,
      highRisk: FLAG,
      waitingDays: { ...WHOLE, description: "Whole days since it was sent in" },
    },
    "An identity that waits for a reviewer",
  ),
);
export type ReviewEntry = TypeOf<typeof ReviewEntry>;

export const ReviewList = named(
  "ReviewList",
  objectOf({
    reviews: listOf(ReviewEntry),
    total: { ...WHOLE, description: "Open reviews, those that are not listed included" },
    found: listOf(ReviewEntry, "Reviews in any state that what was looked for fits; empty where nothing was"),
    rejected: listOf(ReviewEntry, "Those whose last review was a rejection, the latest first"),
    hits: listOf(WatchHit, "Watch-list hits that are undecided, the likest first"),
    hitsTotal: { ...WHOLE, description: "Undecided hits, those that are not listed included" },
    sharedDocuments: listOf(
      objectOf({ at: INSTANT, refused: TEXT, first: TEXT }),
      "Accounts that were refused because another was opened with the same document, by their e-mails",
    ),
  }),
);

export const CardNumbers = named(
  "CardNumbers",
  objectOf(
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
);
export type CardNumbers = TypeOf<typeof CardNumbers>;

export const Review = named(
  "Review",
  objectOf(
    {
      id: UUID,
      reference: TEXT,
      state: ReviewState,
      openedAt: INSTANT,
      decidedAt: orNull(INSTANT),
      reason: orNull(TEXT),
      approval: objectOf({
        byTwo: { ...FLAG, description: "A check found fault or read something else: two people approve" },
        first: orNull(objectOf({ reason: TEXT, own: FLAG }, "What the first of them said")),
      }),
      person: objectOf({ email: TEXT, customerType, companyName: orNull(TEXT) }),
      sentBy: {
        ...orNull(
          objectOf({
            module: { ...TEXT, description: "Where the module of that version lies" },
            places: mapOf(TEXT, "Where each thing that was sent in lies in the flow, by its name"),
          }),
        ),
        description: "The version of the flow that it was sent in by, or the newest",
      },
      further: {
        ...orNull(RecordOfAnswers),
        description: "What the flow asked beyond what identity takes",
      },
      identity: orNull(given),
      changed: listOf(
        objectOf({ name: TEXT, before: AnyJson, after: AnyJson }),
        "What is otherwise than what was sent in before; of the card's numbers the end alone",
      ),
      holderLikeness: {
        ...orNull(oneOf("SAME", "CLOSE", "OTHER")),
        description: "How the bank account's name stands to the investor's",
      },
      passDopa: FLAG,
      statuses: Statuses,
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
          concerns: listOf(oneOf(...CONCERNS), "What the vendor found fault with"),
          read: {
            ...orNull(objectOf({ name: orNull(TEXT), birthDate: orNull(TEXT), nationalIdEnd: orNull(TEXT) })),
            description: "What the vendor read on the card, of its number the end alone",
          },
          differs: listOf(oneOf(...CARD_PARTS), "What it read otherwise than it was sent in"),
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
      digitalId: {
        ...orNull(
          objectOf({
            bank: TEXT,
            state: oneOf("asking", "asked", "accepted", "rejected", "too-weak", "timed-out", "failed"),
            ial: orNull(TEXT),
            aal: orNull(TEXT),
            sameCard: { ...FLAG, description: "Whether it was about the ID number that was sent in" },
            askedAt: INSTANT,
            answeredAt: orNull(INSTANT),
          }),
        ),
        description: "What a bank said by the national digital ID; `null` where none was asked",
      },
      screening: objectOf(
        {
          standing: oneOf("off", "missing", "open", "confirmed", "clear"),
          hits: listOf(ScreeningHit),
        },
        "How they stand to the watch lists; `missing` while they were not held against the lists as they are now",
      ),
      sameCardElsewhere: { ...WHOLE, description: "How many other accounts show the same ID card" },
    },
    "Everything that a reviewer needs of one identity",
  ),
);
export type Review = TypeOf<typeof Review>;

export const ReviewDecision = named(
  "ReviewDecision",
  objectOf({
    state: {
      ...oneOf("open", "approved", "asked-again", "rejected", "replaced", "proposed"),
      description: "proposed: a second person has to approve",
    },
  }),
);

const account = objectOf({ bank: TEXT, accountNumber: TEXT, accountName: TEXT });

export const BankChange = named(
  "BankChange",
  objectOf(
    {
      id: UUID,
      reference: TEXT,
      person: UUID,
      email: TEXT,
      customerType,
      name: orNull(TEXT),
      likeness: oneOf("SAME", "CLOSE"),
      bank: TEXT,
      number: TEXT,
      askedAt: INSTANT,
    },
    "A bank account that somebody asks to be paid to, its number masked",
  ),
);
export type BankChange = TypeOf<typeof BankChange>;

export const BankChangeList = named(
  "BankChangeList",
  objectOf({
    changes: listOf(BankChange),
    total: { ...WHOLE, description: "Accounts that wait, those that are not listed included" },
  }),
);

export const BankChangeSheet = named(
  "BankChangeSheet",
  objectOf(
    {
      id: UUID,
      state: oneOf("OPEN", "APPROVED", "REJECTED"),
      names: orNull(objectOf({ th: TEXT, en: TEXT })),
      asked: orNull(account),
      before: orNull(account),
    },
    "Both accounts in full beside the name of the verified identity; null once the person's key was erased",
  ),
);

export const BankChangeDecision = named(
  "BankChangeDecision",
  objectOf({ state: oneOf("APPROVED", "REJECTED") }),
);
