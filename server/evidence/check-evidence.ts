import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Files } from "../sources/index.ts";
import { assess, hashesOf } from "../sources/index.ts";
import {
  type Evidence,
  type EvidenceFile,
  type Release,
  type VersionEvidence,
  writersOf,
} from "./evidence.ts";
import { type BrokenSeal, brokenSeal, type Sealed } from "./seal.ts";

/**
 * The result of one check of an evidence file. `not-checked` means that the check was impossible, because
 * some of its data was missing.
 */
export type EvidenceCheck = {
  readonly what: "evidence" | "approval" | "approval-of-this" | "two-people" | "key" | "files" | "definition";
  readonly answer: "holds" | "broken" | "not-checked";
  /** Why a check failed: what is wrong with a seal, or which file paths differ. */
  readonly why: readonly string[];
};

/** The result of checking an evidence file, with its content. */
export type EvidenceReport = {
  readonly checks: readonly EvidenceCheck[];
  readonly said:
    | { readonly kind: "proposal"; readonly stored: VersionEvidence }
    | { readonly kind: "release"; readonly release: Sealed<Release> };
  /** The signing key, as SPKI in Base64. */
  readonly publicKey: string;
};

/**
 * Checks a downloaded evidence file without needing the portal. It verifies the seals, and that another
 * person than the author approved exactly this evidence. If the file contains the definition's files, or they
 * are given, it also compares them. `publicKey` is the portal's key from a trusted source. Returns `null` if
 * the file is no evidence file.
 */
export function checkEvidence(
  file: Json,
  given: { readonly publicKey?: string; readonly files?: Files } = {},
): EvidenceReport | null {
  if (!isEvidenceFile(file)) return null;
  if ("release" in file) {
    const { release } = file;
    const checks = [
      sealCheck("evidence", "release", release),
      ...keyChecks([release], given.publicKey),
      ...fileChecks(release.content, given.files ?? file.files),
    ];
    return { checks, said: { kind: "release", release }, publicKey: release.signature.publicKey };
  }
  const { proposal, approval } = file;
  const { content } = proposal;
  const checks: EvidenceCheck[] = [sealCheck("evidence", "evidence", proposal)];
  if (approval === null || approval === undefined)
    checks.push({ what: "approval", answer: "not-checked", why: [] });
  else
    checks.push(
      sealCheck("approval", "approval", approval),
      check("approval-of-this", approval.content.evidence === proposal.hash),
      check("two-people", !writersOf(content).includes(approval.content.approvedBy)),
    );
  checks.push(
    ...keyChecks(approval ? [proposal, approval] : [proposal], given.publicKey),
    ...fileChecks(
      { flow: content.flow, hash: content.judged.hash, files: content.judged.files },
      given.files ?? file.files,
    ),
  );
  const stored = { basedOn: file.basedOn, proposal, approval: approval ?? null };
  return { checks, said: { kind: "proposal", stored }, publicKey: proposal.signature.publicKey };
}

/**
 * Returns whether a file has the structure of an evidence file. Then its errors can be reported. The values
 * in it are not yet verified.
 */
function isEvidenceFile(file: unknown): file is EvidenceFile {
  const { release, proposal, approval, files } = objectIn(file);
  if (files !== undefined && !isObject(files)) return false;
  if (release !== undefined) return isSealedShape(release, "release");
  const decided = approval === undefined || approval === null || isSealedShape(approval, "approval");
  return isSealedShape(proposal, "evidence") && decided;
}

const NEEDED = {
  release: ["version", "flow", "hash", "publishedAt"],
  evidence: ["version", "flow", "proposedAt"],
  approval: ["evidence", "approvedBy", "approvedAt"],
} as const;

function isSealedShape(sealed: Json | undefined, kind: keyof typeof NEEDED): boolean {
  const { content, hash, signature } = objectIn(sealed);
  const said = objectIn(content);
  if (said.kind !== kind || typeof hash !== "string") return false;
  if (typeof objectIn(signature).publicKey !== "string") return false;
  if (NEEDED[kind].some((name) => typeof said[name] !== "string")) return false;
  if (kind === "approval") return true;
  if (kind === "release") return isObject(said.files);
  const judged = objectIn(said.judged);
  const { writers = [] } = said;
  const isNamed = Array.isArray(writers) && writers.every((one) => typeof one === "string");
  return isNamed && isObject(judged.files) && typeof judged.hash === "string";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectIn(value: unknown): { readonly [name: string]: Json | undefined } {
  return isObject(value) ? value : {};
}

function check(what: EvidenceCheck["what"], holds: boolean, why: readonly string[] = []): EvidenceCheck {
  return { what, answer: holds ? "holds" : "broken", why };
}

function sealCheck(
  what: "evidence" | "approval",
  kind: (Evidence | Release | { readonly kind: "approval" })["kind"],
  sealed: unknown,
): EvidenceCheck {
  const broken: BrokenSeal | null = brokenSeal(kind, sealed, null);
  return check(what, broken === null, broken === null ? [] : [broken]);
}

function keyChecks(all: readonly Sealed<unknown>[], known: string | undefined): readonly EvidenceCheck[] {
  const keys = [...new Set(all.map(({ signature }) => signature.publicKey))];
  if (keys.length > 1) return [check("key", false, ["two"])];
  if (known === undefined) return [{ what: "key", answer: "not-checked", why: [] }];
  return [check("key", keys[0] === known)];
}

type Judged = {
  readonly flow: string;
  readonly hash: string;
  readonly files: { readonly [path: string]: string };
};

function fileChecks(judged: Judged, files: Files | undefined): readonly EvidenceCheck[] {
  if (files === undefined)
    return [
      { what: "files", answer: "not-checked", why: [] },
      { what: "definition", answer: "not-checked", why: [] },
    ];
  const named = Object.fromEntries(
    Object.keys(judged.files).flatMap((path) => {
      const content = files[path];
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
  const found = hashesOf(named);
  const differ = Object.entries(judged.files).flatMap(([path, hash]) => (found[path] === hash ? [] : [path]));
  const assessed = assess(judged.flow, named);
  return [
    check("files", differ.length === 0, differ),
    // A newer engine may reject files that an older engine accepted. Then the definition's hash cannot be
    // computed, and the check counts as not made.
    assessed.kind === "unsound" && differ.length === 0
      ? { what: "definition", answer: "not-checked", why: [] }
      : check("definition", assessed.kind === "sound" && assessed.hash === judged.hash),
  ];
}
