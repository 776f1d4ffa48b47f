import { FLAG, INSTANT, listOf, named, objectOf, oneOf, orNull, TEXT, UUID } from "../http/index.ts";
import { legalDocuments } from "./documents.ts";

// Schemas of the answers that the routes for legal documents send.

const hash = objectOf({ th: TEXT, en: TEXT }, "SHA-256 of each language's JSON, in hex");

const words = objectOf({
  version: TEXT,
  title: TEXT,
  "mark?": TEXT,
  sections: listOf(objectOf({ heading: TEXT, text: TEXT })),
});

export const LegalContent = named("LegalContent", objectOf({ th: words, en: words }));

export const LegalDocument = named(
  "LegalDocument",
  objectOf(
    {
      document: oneOf(...legalDocuments),
      version: TEXT,
      effectiveFrom: { ...TEXT, description: "Business day, YYYY-MM-DD" },
      current: FLAG,
      hash,
      content: LegalContent,
    },
    "A legal document as it was approved",
  ),
);

export const LegalVersion = named(
  "LegalVersion",
  objectOf({
    id: UUID,
    document: oneOf(...legalDocuments),
    version: TEXT,
    state: oneOf("PROPOSED", "PUBLISHED", "REFUSED"),
    source: oneOf("files", "person"),
    effectiveFrom: TEXT,
    renew: { ...FLAG, description: "Whoever agreed to an earlier version is asked again" },
    graceUntil: orNull({ ...TEXT, description: "Until then the earlier version still counts" }),
    hash,
    content: LegalContent,
    note: TEXT,
    proposedByName: orNull(TEXT),
    proposedAt: INSTANT,
    decidedByName: orNull(TEXT),
    decidedAt: orNull(INSTANT),
    decisionNote: orNull(TEXT),
    own: { ...FLAG, description: "Whoever reads proposed it, so that somebody else has to decide" },
    inForce: FLAG,
  }),
);

export const LegalVersions = named(
  "LegalVersions",
  objectOf({ versions: listOf(LegalVersion, "The newest first") }),
);

export const LegalProposed = named("LegalProposed", objectOf({ id: UUID }));

export const LegalDecided = named("LegalDecided", objectOf({ id: UUID, state: TEXT }));
