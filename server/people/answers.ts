import { MESSAGE_CHANNELS } from "../../domain/channels.ts";
import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { ErasureDone } from "../erasure/index.ts";
import { RecordOfAnswers } from "../flows/index.ts";
import {
  DAY,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  type TypeOf,
  UUID,
} from "../http/index.ts";
import { RecordStatus, VendorStatus } from "../identity/index.ts";
import { OrderStep, orderKinds } from "../orders/index.ts";
import { FIELDS, type Field } from "./access.ts";

// Input and answer schemas of the people desk.

/** The purposes for which staff look up a person. The audit trail records the purpose. */
export const PURPOSES = ["customer-asks", "review", "complaint", "payment", "incident", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

const customerType = oneOf("INDIVIDUAL", "JURISTIC");
const language = oneOf(...LANGUAGES);
const at = { id: UUID, reference: TEXT };

const instantBy = { at: INSTANT, by: orNull(TEXT), approvedBy: orNull(TEXT) };
const role = oneOf(...STAFF_ROLES);

export const StaffRoles = named(
  "StaffRoles",
  objectOf(
    {
      at: { ...INSTANT, description: "The moment that colleagues and changes are of" },
      colleagues: listOf(
        objectOf({
          id: UUID,
          email: TEXT,
          role,
          since: INSTANT,
          by: orNull(TEXT),
          approvedBy: orNull(TEXT),
          locked: FLAG,
          own: FLAG,
        }),
      ),
      waiting: listOf(
        objectOf({
          id: UUID,
          email: TEXT,
          roleBefore: orNull(role),
          role,
          reason: TEXT,
          by: TEXT,
          at: INSTANT,
          own: { ...FLAG, description: "Whoever reads it proposed it" },
          mine: { ...FLAG, description: "It is about whoever reads it" },
        }),
      ),
      changes: listOf(
        objectOf({
          email: TEXT,
          from: orNull(role),
          to: orNull(role),
          ...instantBy,
          why: oneOf("proposal", "ended", "first-admin", "before"),
          reason: orNull(TEXT),
        }),
        "The newest first",
      ),
      handed: listOf(
        objectOf({ kind: TEXT, id: TEXT, from: TEXT, to: TEXT, at: INSTANT }),
        "What was handed on by colleagues whose role ended",
      ),
    },
    "Who has which role",
  ),
);

export const TestAccounts = named(
  "TestAccounts",
  objectOf({
    accounts: listOf(objectOf({ id: UUID, email: TEXT, reason: TEXT })),
    leftOut: { ...FLAG, description: "They stay out of figures" },
  }),
);

export const PeopleFound = named(
  "PeopleFound",
  objectOf(
    {
      by: {
        ...oneOf("id", "email", "customer-number", "reference", "document", "phone", "name"),
        description: "What the words were taken for",
      },
      people: listOf(
        objectOf({
          id: UUID,
          customerNumber: TEXT,
          name: orNull(TEXT),
          email: TEXT,
          customerType,
          role: orNull(oneOf(...STAFF_ROLES)),
          locked: FLAG,
          test: FLAG,
        }),
      ),
    },
    "Whom the words name, as much of each as the role reads",
  ),
);
export type PeopleFound = TypeOf<typeof PeopleFound>;

export const TestMarked = named("TestMarked", objectOf({ state: oneOf("done", "proposed") }));

const PersonField = objectOf({
  name: oneOf(...(Object.keys(FIELDS) as Field[])),
  shown: oneOf("full", "masked", "hidden"),
  value: orNull(TEXT),
});

export const PersonDesk = named(
  "PersonDesk",
  objectOf(
    {
      id: UUID,
      customerNumber: TEXT,
      role: orNull(oneOf(...STAFF_ROLES)),
      customerType,
      language,
      since: INSTANT,
      emailConfirmed: FLAG,
      hasPin: FLAG,
      twoFactor: FLAG,
      vendorBlocked: FLAG,
      test: { ...FLAG, description: "It is there to try the portal with" },
      testProposed: orNull(
        objectOf(
          { reason: TEXT, own: FLAG },
          "What an administrator said who wants it marked; another one marks it",
        ),
      ),
      lock: orNull(
        objectOf({
          at: INSTANT,
          by: orNull(TEXT),
          reason: {
            ...orNull(TEXT),
            description: "null: it was erased, or (without `by`) locked by a decision at another desk",
          },
        }),
      ),
      erased: {
        ...orNull(ErasureDone),
        description: "Since then only compliance and auditors read what law keeps",
      },
      fields: listOf(PersonField, "Each as the role reads it; hidden ones have no value"),
      identity: orNull(
        objectOf({
          statuses: objectOf({
            "kyc?": RecordStatus,
            "suit?": RecordStatus,
            "onfido?": VendorStatus,
            "verifio?": VendorStatus,
            "liveness?": VendorStatus,
            "account?": VendorStatus,
          }),
          reviews: listOf(
            objectOf({
              ...at,
              state: oneOf("open", "approved", "rejected", "asked-again", "replaced"),
              openedAt: INSTANT,
            }),
          ),
        }),
      ),
      orders: orNull(
        objectOf({
          holdings: listOf(objectOf({ strategy: TEXT, units: TEXT, pendingUnits: TEXT })),
          orders: listOf(
            objectOf({
              ...at,
              kind: oneOf(...orderKinds),
              step: OrderStep,
              strategy: TEXT,
              amount: orNull(TEXT),
              units: orNull(TEXT),
              placedAt: INSTANT,
              navDate: DAY,
            }),
            "The newest first",
          ),
        }),
      ),
      sessions: orNull(
        listOf(
          objectOf({
            id: UUID,
            browser: orNull(TEXT),
            network: orNull({ ...TEXT, description: "Without its last part" }),
            enteredWith: oneOf("password", "google", "apple", "wallet", "passkey"),
            startedAt: INSTANT,
            seenAt: INSTANT,
          }),
        ),
      ),
      messages: orNull(
        listOf(
          objectOf({
            id: UUID,
            channel: oneOf(...MESSAGE_CHANNELS),
            title: Sentence,
            language,
            state: oneOf("waiting", "sent", "failed"),
            failure: { ...orNull(TEXT), description: "A code of what went wrong last" },
            createdAt: INSTANT,
            sentAt: orNull(INSTANT),
            network: {
              ...orNull(oneOf("delivered", "not-delivered", "expired")),
              description: "What the phone network did with a text message; null without a report",
            },
          }),
          "The newest first; what they say is not kept",
        ),
      ),
      cases: orNull(
        listOf(
          objectOf({
            ...at,
            topicSays: Sentence,
            desk: oneOf("support", "compliance", "finance", "operations"),
            state: oneOf("open", "asked", "proposed", "answered", "closed"),
            openedAt: INSTANT,
            answerBy: DAY,
            late: FLAG,
          }),
        ),
      ),
      changes: orNull(
        objectOf(
          {
            bank: listOf(
              objectOf({
                reference: TEXT,
                state: oneOf("OPEN", "APPROVED", "REJECTED"),
                bank: TEXT,
                number: TEXT,
                askedAt: INSTANT,
              }),
            ),
            contact: listOf(
              objectOf({
                kind: oneOf("email", "phone", "access"),
                before: {
                  ...orNull(TEXT),
                  description: "Masked; `null` once it is deleted, or if access was restored",
                },
                at: INSTANT,
                undoUntil: INSTANT,
                undone: FLAG,
              }),
            ),
          },
          "Where money and letters go, and since when; a change of e-mail or phone may be undone for a while by the owner before",
        ),
      ),
      further: orNull(
        listOf(
          objectOf({
            id: UUID,
            reference: { ...orNull(TEXT), description: "Of the case, review or order that they came with" },
            flowSays: Sentence,
            at: INSTANT,
            answers: RecordOfAnswers,
          }),
          "Answers that flows asked for beyond what the desks know by name, newest first",
        ),
      ),
      may: objectOf({ lock: FLAG, unlock: FLAG, endSessions: FLAG, resend: FLAG, markTest: FLAG }),
    },
    "A person, as much of them as the role reads; a part of null is not for it",
  ),
);
export type PersonDesk = TypeOf<typeof PersonDesk>;
