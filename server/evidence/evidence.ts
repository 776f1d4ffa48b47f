import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Judged } from "../gate/index.ts";
import { type Files, type Hashes, sameHashes } from "../sources/index.ts";
import type { Impact } from "./impact.ts";
import type { Sealed, Sealer } from "./seal.ts";

/** What is stored of a version and may be looked up in what was signed about it. */
export type SignedVersion = {
  readonly id: string;
  readonly flow: string;
  readonly hash: string | null;
  readonly source: "files" | "development" | "draft" | "proposal";
  readonly state: string;
  /** SHA-256 of each file (`hashesOf`). */
  readonly hashes: Hashes;
  readonly changed: readonly string[];
  readonly evidence: JsonObject;
  readonly note: string | null;
  readonly decision_note: string | null;
  readonly proposed_by: string | null;
  readonly approved_by: string | null;
  readonly proposed_at: Date;
  readonly decided_at: Date | null;
  readonly published_at: Date | null;
};

/** A change that was handed in: the versions in it are decided together. */
export type HandedIn = { readonly id: string; readonly title: string; readonly versions: readonly string[] };

/** Why a version may be published: what the gate found, whom it touches, who proposed it and when. */
export type Evidence = {
  readonly kind: "evidence";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  /** The version that it was written on top of; `null` where there was none. */
  readonly basedOn: string | null;
  /** The earlier version whose files these are again; `null` where they are new. */
  readonly restores: string | null;
  readonly changed: readonly string[];
  readonly judged: Judged;
  readonly impact: Impact;
  readonly note: string | null;
  /** Id of who proposed it; `null` for files that changed on disk. */
  readonly proposedBy: string | null;
  /** Everybody who wrote any of it or of what was handed in with it; older evidence names who proposed it alone. */
  readonly writers?: readonly string[];
  readonly proposedAt: string;
  /** The change that it was handed in with; what was proposed by itself, and older evidence, has none. */
  readonly change?: HandedIn;
};

/** An approval: of exactly one evidence, by whom, and how open instances stood then. */
export type Approval = {
  readonly kind: "approval";
  readonly format: 1;
  readonly evidence: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
  readonly note: string | null;
  readonly impact: Impact;
};

/** Files that came with the program, or were edited in development: published as they were, by nobody. */
export type Release = {
  readonly kind: "release";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  /** SHA-256 of each file (`hashesOf`). */
  readonly files: { readonly [path: string]: string };
  readonly hash: string;
  readonly publishedAt: string;
};

/** What is stored with a version that was proposed: its evidence, and the approval where there is one. */
export type VersionEvidence = {
  readonly basedOn: string | null;
  readonly proposal: Sealed<Evidence>;
  readonly approval: Sealed<Approval> | null;
};

/** What is downloaded; `files` are there where they were asked for. */
export type EvidenceFile = (VersionEvidence | { readonly release: Sealed<Release> }) & {
  readonly files?: Files;
};

/** The evidence stored with a version, as it lies there; `null` for files that were published without a proposal. */
export function evidenceOf({ evidence }: Pick<SignedVersion, "evidence">): VersionEvidence | null {
  return typeof evidence.proposal === "object" && evidence.proposal !== null
    ? (evidence as unknown as VersionEvidence)
    : null;
}

/** Everybody who wrote any of a version, as its evidence says: none of them decides about it. */
export function writersOf({
  proposedBy,
  writers = [],
}: Pick<Evidence, "proposedBy" | "writers">): readonly string[] {
  return [...new Set([...(proposedBy === null ? [] : [proposedBy]), ...writers])];
}

/** What is kept of a version outside the portal: everything that is signed about it, and a name for the file. */
export function fileOfEvidence(
  version: SignedVersion,
): { readonly name: string; readonly content: EvidenceFile } | null {
  const stored = evidenceOf(version);
  const release = version.evidence.release as unknown as Sealed<Release> | undefined;
  const content = stored ?? (release === undefined ? null : { release });
  if (content === null) return null;
  const { hash } = "release" in content ? content.release : content.proposal;
  return { name: `${version.flow}-${hash.slice(0, 12)}-evidence.json`, content };
}

/**
 * Whether a stored version is what was signed. `whole`: it is. `broken`: its files, or who did what when, are not what was
 * signed. `unsealed`: its files were published before such seals were made.
 */
export function standingOf(sealer: Sealer, version: SignedVersion): "whole" | "broken" | "unsealed" {
  const stored = evidenceOf(version);
  if (stored !== null) {
    const whole = covers(sealer, version) && (version.state !== "published" || isApproved(sealer, version));
    return whole ? "whole" : "broken";
  }
  const release = version.evidence.release as unknown as Sealed<Release> | undefined;
  if (release !== undefined) return isReleased(sealer, version, release) ? "whole" : "broken";
  return version.source === "files" || version.source === "development" ? "unsealed" : "broken";
}

/** Whether a stored version is still the one that was judged: sealed by us, and everything that will be published in it. */
export function covers(sealer: Sealer, version: SignedVersion): boolean {
  const stored = evidenceOf(version);
  if (stored === null || !sealer.holds("evidence", stored.proposal)) return false;
  const { content } = stored.proposal;
  return (
    content.version === version.id &&
    content.flow === version.flow &&
    content.judged.hash === version.hash &&
    content.basedOn === stored.basedOn &&
    content.proposedBy === version.proposed_by &&
    content.proposedAt === version.proposed_at.toISOString() &&
    content.note === version.note &&
    same(content.changed, version.changed) &&
    sameHashes(content.judged.files, version.hashes)
  );
}

function isApproved(sealer: Sealer, version: SignedVersion): boolean {
  const stored = evidenceOf(version);
  if (stored === null || stored.approval === null || !sealer.holds("approval", stored.approval)) return false;
  const { content } = stored.approval;
  return (
    content.evidence === stored.proposal.hash &&
    content.approvedBy === version.approved_by &&
    content.note === version.decision_note &&
    content.approvedAt === version.decided_at?.toISOString()
  );
}

function isReleased(sealer: Sealer, version: SignedVersion, release: Sealed<Release>): boolean {
  if (!sealer.holds("release", release)) return false;
  const { content } = release;
  return (
    content.version === version.id &&
    content.flow === version.flow &&
    content.hash === version.hash &&
    content.publishedAt === version.published_at?.toISOString() &&
    sameHashes(content.files, version.hashes)
  );
}

function same(one: unknown, other: unknown): boolean {
  return canonicalJson(one as Json) === canonicalJson(other as Json);
}
