import {
  answer,
  eitherOf,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  objectOf,
  oneOf,
  orNull,
  type Schema,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { JUDGED_ANSWERS } from "./judged-answers.ts";

const sentence = answer("Sentence");
const json = answer("Json");
const HASH = { type: "string", description: "SHA-256, in hex" } as const;

const version = {
  id: UUID,
  flow: TEXT,
  title: sentence,
  number: orNull(WHOLE),
  hash: orNull({ ...TEXT, description: "Its name; of what was never compiled, nothing" }),
  source: answer("VersionSource"),
  state: answer("VersionState"),
  changed: listOf(TEXT, "Paths of files"),
  findings: listOf(answer("Finding")),
  evidence: orNull({
    ...TEXT,
    description: "Hash of what the gate found and signed; null for files that nobody proposed",
  }),
  note: orNull(TEXT),
  decisionNote: orNull(TEXT),
  proposedBy: orNull(UUID),
  proposedByName: orNull(TEXT),
  approvedBy: orNull(UUID),
  approvedByName: orNull(TEXT),
  own: { ...FLAG, description: "Whoever reads proposed it, so that somebody else has to decide" },
  outdated: { ...FLAG, description: "It waits, and another was published since it was proposed" },
  proposedAt: INSTANT,
  decidedAt: orNull(INSTANT),
  publishedAt: orNull(INSTANT),
};

/** Something signed: `hash` is over its canonical JSON, and the signature over these same bytes. */
function sealed(content: Schema): Schema {
  return objectOf({ content, hash: HASH, signature: answer("Signature") });
}

const files = { ...mapOf(json), description: "By path; where they were asked for" };

/** What calls about versions answer. `tests/server/definitions` holds real answers and the room's types against it. */
export const VERSION_ANSWERS = {
  VersionState: oneOf("draft", "proposed", "approved", "published", "refused"),
  VersionSource: oneOf("files", "development", "draft", "proposal"),
  ...JUDGED_ANSWERS,
  VersionRecord: objectOf(version, "A version as lists show it"),
  VersionList: objectOf({
    current: listOf(
      orNull(objectOf({ id: UUID, flow: TEXT, number: WHOLE, hash: TEXT })),
      "The version in force of each flow",
    ),
    versions: listOf(answer("VersionRecord"), "The newest first"),
  }),
  VersionPage: objectOf(
    {
      ...version,
      current: FLAG,
      standing: oneOf("whole", "broken", "unsealed"),
      elsewhere: listOf(
        sentence,
        "Other flows that use a file which this version writes otherwise, and keep theirs",
      ),
      "files?": files,
    },
    "One version as its own page shows it",
  ),
  Signature: objectOf({
    algorithm: { const: "Ed25519" },
    publicKey: { ...TEXT, description: "SPKI in Base64" },
    value: { ...TEXT, description: "Base64" },
  }),
  Evidence: objectOf(
    {
      kind: { const: "evidence" },
      format: { const: 1 },
      version: UUID,
      flow: TEXT,
      basedOn: orNull(UUID),
      restores: orNull({ ...UUID, description: "The earlier version whose files these are again" }),
      changed: listOf(TEXT),
      judged: answer("Judged"),
      impact: answer("OpenWork"),
      note: orNull(TEXT),
      proposedBy: orNull(UUID),
      proposedAt: INSTANT,
    },
    "Why a version may be published",
  ),
  Approval: objectOf(
    {
      kind: { const: "approval" },
      format: { const: 1 },
      evidence: HASH,
      approvedBy: UUID,
      approvedAt: INSTANT,
      note: orNull(TEXT),
      impact: answer("OpenWork"),
    },
    "An approval of exactly one evidence",
  ),
  Release: objectOf(
    {
      kind: { const: "release" },
      format: { const: 1 },
      version: UUID,
      flow: TEXT,
      files: mapOf(HASH),
      hash: TEXT,
      publishedAt: INSTANT,
    },
    "Files that came with the program, or were edited in development",
  ),
  ProposalEvidence: objectOf({
    basedOn: orNull(UUID),
    proposal: sealed(answer("Evidence")),
    approval: orNull(sealed(answer("Approval"))),
    "files?": files,
  }),
  ReleaseEvidence: objectOf({ release: sealed(answer("Release")), "files?": files }),
  StoredEvidence: {
    description: "What is stored with a version, signed: a proposal with its approval, or a release",
    ...eitherOf(answer("ProposalEvidence"), answer("ReleaseEvidence")),
  },
  OpenWorkProgress: objectOf({ walked: WHOLE, open: WHOLE }),
  OpenWorkLine: {
    description: "A line while open work is counted: how far it came, the whole, or why it broke off",
    ...eitherOf(
      objectOf({ progress: answer("OpenWorkProgress") }),
      objectOf({ impact: answer("OpenWork") }),
      objectOf({ code: TEXT }),
    ),
  },
};
