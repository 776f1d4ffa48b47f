import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Judged } from "../gate/index.ts";
import { type Files, type Hashes, sameHashes } from "../sources/index.ts";
import type { Impact } from "./impact.ts";
import type { Sealed, Sealer } from "./seal.ts";

/** The data of a stored version that is compared with its signed evidence. */
export type SignedVersion = {
  readonly id: string;
  readonly flow: string;
  readonly hash: string | null;
  readonly source: "files" | "development" | "draft" | "proposal";
  readonly state: string;
  /** SHA-256 of each file, as from `hashesOf`. */
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

/**
 * A change that an author submitted. It can contain versions of several flows, which are decided together.
 */
export type HandedIn = { readonly id: string; readonly title: string; readonly versions: readonly string[] };

/**
 * The record on which the decision about a version is based: the result of the checks, the impact, the author
 * and the time.
 */
export type Evidence = {
  readonly kind: "evidence";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  /** Id of the version on which this one is based; `null` if there was none. */
  readonly basedOn: string | null;
  /** Id of the earlier version to which this version returns; `null` if the files are new. */
  readonly restores: string | null;
  readonly changed: readonly string[];
  readonly judged: Judged;
  /** SHA-256 of everything that the checks read (`inputsHash`). Absent in older evidence. */
  readonly inputs?: string;
  readonly impact: Impact;
  readonly note: string | null;
  /** Id of the author; `null` for files that were changed on disk. */
  readonly proposedBy: string | null;
  /**
   * Ids of all people who wrote a part of the version or of its change. Older evidence names only the author.
   */
  readonly writers?: readonly string[];
  readonly proposedAt: string;
  /**
   * The change with which the version was submitted. Absent if the version was proposed alone, and in older
   * evidence.
   */
  readonly change?: HandedIn;
};

/**
 * The approval of one particular evidence record. It names the approver, and has the impact at the time of
 * the approval.
 */
export type Approval = {
  readonly kind: "approval";
  readonly format: 1;
  readonly evidence: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
  readonly note: string | null;
  readonly impact: Impact;
};

/**
 * The record of a publication that no person approved: of a release's files, or of files edited in
 * development.
 */
export type Release = {
  readonly kind: "release";
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  /** SHA-256 of each file, as from `hashesOf`. */
  readonly files: { readonly [path: string]: string };
  readonly hash: string;
  readonly publishedAt: string;
};

/** The evidence stored with a proposed version, with its approval if there is one. */
export type VersionEvidence = {
  readonly basedOn: string | null;
  readonly proposal: Sealed<Evidence>;
  readonly approval: Sealed<Approval> | null;
};

/** A downloaded evidence file. `files` is included only on request. */
export type EvidenceFile = (VersionEvidence | { readonly release: Sealed<Release> }) & {
  readonly files?: Files;
};

/** Returns the evidence stored with a version; `null` for files published without a proposal. */
export function evidenceOf({ evidence }: Pick<SignedVersion, "evidence">): VersionEvidence | null {
  return typeof evidence.proposal === "object" && evidence.proposal !== null
    ? (evidence as VersionEvidence)
    : null;
}

/**
 * Returns all people who wrote a part of a version, according to its evidence. None of them can decide about
 * it.
 */
export function writersOf({
  proposedBy,
  writers = [],
}: Pick<Evidence, "proposedBy" | "writers">): readonly string[] {
  return [...new Set([...(proposedBy === null ? [] : [proposedBy]), ...writers])];
}

/**
 * Returns the evidence file of a version, with a name for the file, so that it can be stored outside the
 * portal.
 */
export function fileOfEvidence(
  version: SignedVersion,
): { readonly name: string; readonly content: EvidenceFile } | null {
  const stored = evidenceOf(version);
  const release = version.evidence.release as Sealed<Release> | undefined;
  const content = stored ?? (release === undefined ? null : { release });
  if (content === null) return null;
  const { hash } = "release" in content ? content.release : content.proposal;
  return { name: `${version.flow}-${hash.slice(0, 12)}-evidence.json`, content };
}

/**
 * Compares a stored version with the signed one. `whole`: they are equal. `broken`: the files differ, or the
 * record of people and times. `unsealed`: the version was published before seals were introduced.
 */
export function standingOf(sealer: Sealer, version: SignedVersion): "whole" | "broken" | "unsealed" {
  const stored = evidenceOf(version);
  if (stored !== null) {
    const whole = covers(sealer, version) && (version.state !== "published" || isApproved(sealer, version));
    return whole ? "whole" : "broken";
  }
  const release = version.evidence.release as Sealed<Release> | undefined;
  if (release !== undefined) return isReleased(sealer, version, release) ? "whole" : "broken";
  return version.source === "files" || version.source === "development" ? "unsealed" : "broken";
}

/**
 * Returns whether a stored version is still the one about which people decided. Its evidence must be sealed
 * by this installation, and match every part that is published.
 */
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
