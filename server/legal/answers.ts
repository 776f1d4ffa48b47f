import { answer, FLAG, INSTANT, listOf, objectOf, oneOf, orNull, TEXT, UUID } from "../http/index.ts";
import { legalDocuments } from "./documents.ts";

const hash = objectOf({ th: TEXT, en: TEXT }, "SHA-256 of each language's JSON, in hex");
const words = objectOf({
  version: TEXT,
  title: TEXT,
  "mark?": TEXT,
  sections: listOf(objectOf({ heading: TEXT, text: TEXT })),
});

/** What calls about legal documents answer. */
export const LEGAL_ANSWERS = {
  LegalContent: objectOf({ th: words, en: words }),
  LegalDocument: objectOf(
    {
      document: oneOf(...legalDocuments),
      version: TEXT,
      effectiveFrom: { ...TEXT, description: "Business day, YYYY-MM-DD" },
      current: FLAG,
      hash,
      content: answer("LegalContent"),
    },
    "A legal document as it was approved",
  ),
  LegalVersion: objectOf({
    id: UUID,
    document: oneOf(...legalDocuments),
    version: TEXT,
    state: oneOf("PROPOSED", "PUBLISHED", "REFUSED"),
    source: oneOf("files", "person"),
    effectiveFrom: TEXT,
    renew: { ...FLAG, description: "Whoever agreed to an earlier version is asked again" },
    graceUntil: orNull({ ...TEXT, description: "Until then the earlier version still counts" }),
    hash,
    content: answer("LegalContent"),
    note: TEXT,
    proposedByName: orNull(TEXT),
    proposedAt: INSTANT,
    decidedByName: orNull(TEXT),
    decidedAt: orNull(INSTANT),
    decisionNote: orNull(TEXT),
    own: { ...FLAG, description: "Whoever reads proposed it, so that somebody else has to decide" },
    inForce: FLAG,
  }),
  LegalVersions: objectOf({ versions: listOf(answer("LegalVersion"), "The newest first") }),
  LegalProposed: objectOf({ id: UUID }),
  LegalDecided: objectOf({ id: UUID, state: TEXT }),
};
