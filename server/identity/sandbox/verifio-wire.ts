import { randomUUID } from "node:crypto";
import {
  type Answer,
  type BookOptions,
  type Call,
  type Check,
  createCheckBook,
  GARBAGE,
  jsonOf,
  OTHER_CARD,
  type VendorWire,
  type Verdict,
  verdictOf,
} from "./check-book.ts";

/**
 * Builds the second vendor, `/verifio/v1`: subjects, and verifications that contain their pictures.
 * | call | answer |
 * |---|---|
 * | `POST subjects {contact: {email}}` | 201 `{subjectId}` |
 * | `POST verifications {subjectId, type, country, images: [{role, contentType, data}]}` | 202 `{verificationId, state}`; 400 `{code}` |
 * | `GET verifications/:id` | 200 `{verificationId, subjectId, type, state, decision: {outcome, reasons, extracted}}` |
 */
export function verifioWire(options: BookOptions): VendorWire {
  const book = createCheckBook(options, eventBody);

  const start = async (call: Call): Promise<Answer> => {
    const { subjectId, type, country, images } = jsonOf(call);
    const applicant = book.applicant(subjectId);
    const kind = KINDS[String(type)];
    if (applicant === undefined) return refused(404, "SUBJECT_UNKNOWN");
    if (kind === undefined || country !== "TH") return refused(400, "TYPE_UNKNOWN");
    const roles = Array.isArray(images) ? images.filter(isImage).map(({ role }) => role) : [];
    if (IMAGES[kind].some((role) => !roles.includes(role))) return refused(400, "IMAGE_MISSING");
    const behaviour = book.behaviour(applicant, kind);
    if (behaviour === "down") return refused(503, "TRY_LATER");
    if (behaviour === "unusable") return refused(400, "IMAGE_UNUSABLE");
    const { id } = await book.start(applicant, kind, null);
    return { status: 202, body: { verificationId: id, state: "processing" } };
  };

  return {
    answer: async (call) => {
      const route = `${call.method} ${call.path[0] ?? ""}`;
      if (route === "POST subjects") {
        const { contact } = jsonOf(call) as { contact?: { email?: unknown } };
        return typeof contact?.email === "string"
          ? { status: 201, body: { subjectId: book.take(contact.email).id } }
          : refused(400, "CONTACT_MISSING");
      }
      if (route === "POST verifications") return await start(call);
      if (route === "GET verifications") {
        const check = book.find(call.path[1]);
        if (check === undefined) return refused(404, "VERIFICATION_UNKNOWN");
        return check.behaviour === "garbage" ? GARBAGE : { status: 200, body: verificationBody(check) };
      }
      return refused(404, "NO_SUCH_CALL");
    },
    eventOf: (id) => book.find(id)?.event ?? null,
  };
}

const KINDS: Readonly<Record<string, Check["kind"]>> = { "id-card": "document", selfie: "liveness" };

const IMAGES: Readonly<Record<Check["kind"], readonly string[]>> = {
  document: ["front", "back"],
  liveness: ["face"],
};

function isImage(value: unknown): value is { readonly role: string } {
  const { role, contentType, data } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof role === "string" &&
    typeof contentType === "string" &&
    typeof data === "string" &&
    Buffer.from(data, "base64").length > 0
  );
}

function refused(status: number, code: string): Answer {
  return { status, body: { code } };
}

function verificationBody(check: Check): object {
  const { outcome, why } = verdictOf(check);
  return {
    verificationId: check.id,
    subjectId: check.applicant.id,
    type: check.kind === "document" ? "id-card" : "selfie",
    state: check.complete ? "done" : "processing",
    decision: check.complete
      ? {
          outcome: check.behaviour === "odd" ? "splendid" : OUTCOMES[outcome],
          reasons: why === null ? [] : [{ code: CODES[why] }],
          extracted: why === "mismatch" ? EXTRACTED : null,
        }
      : null,
  };
}

const OUTCOMES: Readonly<Record<Verdict["outcome"], string>> = {
  clear: "accepted",
  rejected: "declined",
  suspected: "manual",
  caution: "manual",
};

const CODES: Readonly<Record<NonNullable<Verdict["why"]>, string>> = {
  expired: "DOC_EXPIRED",
  minor: "HOLDER_MINOR",
  mismatch: "DATA_MISMATCH",
  blurred: "IMAGE_POOR",
  forged: "DOC_FORGED",
  stolen: "DOC_STOLEN",
  unsupported: "DOC_UNSUPPORTED",
};

const EXTRACTED = {
  givenName: OTHER_CARD.firstName,
  familyName: OTHER_CARD.lastName,
  born: OTHER_CARD.birthDate,
  personalNumber: OTHER_CARD.nationalId,
  validUntil: OTHER_CARD.expiresOn,
};

function eventBody({ id, applicant }: Check): string {
  return JSON.stringify({
    eventId: randomUUID(),
    type: "verification.finished",
    verificationId: id,
    subjectId: applicant.id,
  });
}
