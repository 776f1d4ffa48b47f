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
 * The result of one check of an evidence file. `not-checked` means that an input of the check was missing.
 */
export type EvidenceCheck = {
  readonly what: "evidence" | "approval" | "approval-of-this" | "two-people" | "key" | "files" | "definition";
  readonly answer: "holds" | "broken" | "not-checked";
  /** Details of a failed check: the fault of a seal, or the differing paths. */
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
 * Checks a downloaded evidence file without the portal. Checks its seals, that the approval belongs to the
 * evidence and is by another person, and the definition's files, if included or given. `publicKey` is the key
 * from a trusted source. Returns `null` if the file is no evidence file.
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
 * Returns whether a file has the structure of evidence. If so, its faults can be reported; no value is
 * trusted yet.
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
    // A newer engine may reject files that an older engine accepted. In that case the hash cannot be checked.
    assessed.kind === "unsound" && differ.length === 0
      ? { what: "definition", answer: "not-checked", why: [] }
      : check("definition", assessed.kind === "sound" && assessed.hash === judged.hash),
  ];
}
