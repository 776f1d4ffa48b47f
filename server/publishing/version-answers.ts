import {
  eitherOf,
  exactly,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  type Schema,
  Sentence,
  TEXT,
  UUID,
  VALUES,
  WHOLE,
} from "../http/index.ts";
import { Finding, Judged, OpenWork } from "./judged-answers.ts";

// Answer schemas of the calls about versions.

const HASH = { ...TEXT, description: "SHA-256, in hex" };

export const VersionSource = named("VersionSource", oneOf("files", "development", "draft", "proposal"));

export const VersionState = named(
  "VersionState",
  oneOf("draft", "proposed", "approved", "published", "refused", "withdrawn"),
);

const HandedIn = objectOf({ id: UUID, title: TEXT, versions: listOf(UUID) });

const version = {
  id: UUID,
  flow: TEXT,
  title: Sentence,
  number: orNull(WHOLE),
  hash: orNull({ ...TEXT, description: "Its name; of what was never compiled, nothing" }),
  source: VersionSource,
  state: VersionState,
  changed: listOf(TEXT, "Paths of files"),
  findings: listOf(Finding),
  evidence: orNull({
    ...TEXT,
    description: "Hash of what the gate found and signed; null for files that nobody proposed",
  }),
  note: orNull(TEXT),
  change: orNull({
    ...HandedIn,
    description: "What it was handed in with; decided together where there are others",
  }),
  decisionNote: orNull(TEXT),
  proposedBy: orNull(UUID),
  proposedByName: orNull(TEXT),
  otherWriters: listOf(orNull(TEXT), "Names of those who wrote some of it beside whoever proposed it"),
  approvedBy: orNull(UUID),
  approvedByName: orNull(TEXT),
  own: { ...FLAG, description: "Whoever reads proposed it" },
  wrote: { ...FLAG, description: "Whoever reads wrote some of it, so that somebody else has to decide" },
  outdated: { ...FLAG, description: "It waits, and another was published since it was proposed" },
  proposedAt: INSTANT,
  decidedAt: orNull(INSTANT),
  publishedAt: orNull(INSTANT),
};

export const Signature = named(
  "Signature",
  objectOf({
    algorithm: exactly("Ed25519"),
    publicKey: { ...TEXT, description: "SPKI in Base64" },
    value: { ...TEXT, description: "Base64" },
  }),
);

/**
 * Returns the schema of signed content. `hash` is over the canonical JSON of the content, and the signature
 * covers the same bytes.
 */
function sealed(content: Schema): Schema {
  return objectOf({ content, hash: HASH, signature: Signature });
}

const files = { ...VALUES, description: "By path; where they were asked for" };

export const VersionRecord = named("VersionRecord", objectOf(version, "A version as lists show it"));

export const VersionList = named(
  "VersionList",
  objectOf({
    current: listOf(
      orNull(objectOf({ id: UUID, flow: TEXT, number: WHOLE, hash: TEXT })),
      "The version in force of each flow",
    ),
    versions: listOf(VersionRecord, "The newest first"),
  }),
);

export const VersionPage = named(
  "VersionPage",
  objectOf(
    {
      ...version,
      current: FLAG,
      standing: oneOf("whole", "broken", "unsealed"),
      elsewhere: listOf(
        Sentence,
        "Other flows that use a file which this version writes otherwise, and keep theirs",
      ),
      "files?": files,
    },
    "One version as its own page shows it",
  ),
);

export const FlowName = named("FlowName", objectOf({ name: TEXT }, "A name that no flow has"));

export const FlowTemplate = named("FlowTemplate", objectOf({ files: { ...VALUES, description: "By path" } }));

export const Evidence = named(
  "Evidence",
  objectOf(
    {
      kind: exactly("evidence"),
      format: exactly(1),
      version: UUID,
      flow: TEXT,
      basedOn: orNull(UUID),
      restores: orNull({ ...UUID, description: "The earlier version whose files these are again" }),
      changed: listOf(TEXT),
      judged: Judged,
      "inputs?": { ...HASH, description: "Of everything that the checks read; older evidence has none" },
      impact: OpenWork,
      note: orNull(TEXT),
      proposedBy: orNull(UUID),
      "writers?": listOf(UUID, "Everybody who wrote any of it; older evidence has none"),
      proposedAt: INSTANT,
      "change?": { ...HandedIn, description: "Of a change that was handed in; older evidence has none" },
    },
    "Why a version may be published",
  ),
);

export const Approval = named(
  "Approval",
  objectOf(
    {
      kind: exactly("approval"),
      format: exactly(1),
      evidence: HASH,
      approvedBy: UUID,
      approvedAt: INSTANT,
      note: orNull(TEXT),
      impact: OpenWork,
    },
    "An approval of exactly one evidence",
  ),
);

export const Release = named(
  "Release",
  objectOf(
    {
      kind: exactly("release"),
      format: exactly(1),
      version: UUID,
      flow: TEXT,
      files: mapOf(HASH),
      hash: TEXT,
      publishedAt: INSTANT,
    },
    "Files that came with the program, or were edited in development",
  ),
);

export const ProposalEvidence = named(
  "ProposalEvidence",
  objectOf({
    basedOn: orNull(UUID),
    proposal: sealed(Evidence),
    approval: orNull(sealed(Approval)),
    "files?": files,
  }),
);

export const ReleaseEvidence = named(
  "ReleaseEvidence",
  objectOf({ release: sealed(Release), "files?": files }),
);

export const StoredEvidence = named("StoredEvidence", {
  description: "What is stored with a version, signed: a proposal with its approval, or a release",
  ...eitherOf(ProposalEvidence, ReleaseEvidence),
});

export const OpenWorkProgress = named("OpenWorkProgress", objectOf({ walked: WHOLE, open: WHOLE }));

export const OpenWorkLine = named("OpenWorkLine", {
  description: "A line while open work is counted: how far it came, the whole, or why it broke off",
  ...eitherOf(
    objectOf({ progress: OpenWorkProgress }),
    objectOf({ impact: OpenWork }),
    objectOf({ code: TEXT }),
  ),
});
