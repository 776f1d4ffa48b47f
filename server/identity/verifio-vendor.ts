import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { Concern } from "./concerns.ts";
import type { CheckKind } from "./tables.ts";
import type { CardRead, CheckReport, IdentityVendor, Picture, VendorFailure } from "./vendor.ts";

/**
 * Creates the client of the second document vendor, which has subjects, and verifications that contain their
 * pictures. `url` is the part of the address before `/subjects`. The signature of its events covers the time
 * (`isSignedAtTime`).
 */
export function verifioVendor(address: {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
}): IdentityVendor {
  const verify = async (
    subjectId: string,
    kind: CheckKind,
    pictures: Readonly<Record<string, Picture>>,
  ): Promise<Result<{ readonly check: string }, VendorFailure>> => {
    const images = Object.entries(pictures).map(([role, { bytes, type }]) => ({
      role,
      contentType: type,
      data: bytes.toString("base64"),
    }));
    const made = await call(address, "POST", "/verifications", {
      subjectId,
      type: TYPES[kind],
      country: "TH",
      images,
    });
    if (!made.ok) return made;
    const { verificationId } = made.value.body;
    return made.value.status === 404 || typeof verificationId !== "string"
      ? fail({ code: "unavailable" })
      : ok({ check: verificationId });
  };
  return {
    createApplicant: async ({ email }) => {
      const made = await call(address, "POST", "/subjects", { contact: { email } });
      if (!made.ok) return made;
      const { subjectId } = made.value.body;
      return made.value.status === 404 || typeof subjectId !== "string"
        ? fail({ code: "unavailable" })
        : ok({ applicant: subjectId });
    },
    checkDocument: async ({ applicant, front, back }) => await verify(applicant, "document", { front, back }),
    checkLiveness: async ({ applicant, selfie }) => await verify(applicant, "liveness", { face: selfie }),
    report: async (check) => {
      const found = await call(address, "GET", `/verifications/${encodeURIComponent(check)}`);
      if (!found.ok) return found;
      return ok(found.value.status === 404 ? null : reportOf(check, found.value.body));
    },
  };
}

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function call(
  {
    url,
    token,
    timeoutMs = 5_000,
  }: { readonly url: string; readonly token: string; readonly timeoutMs?: number },
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<Result<Answer, VendorFailure>> {
  refuseWhileHolding("a vendor");
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>> | null;
    if (response.status === 400 && UNUSABLE.has(String(answer?.code))) return fail({ code: "unusable" });
    if (!response.ok && response.status !== 404) return fail({ code: "unavailable" });
    return ok({ status: response.status, body: answer ?? {} });
  } catch {
    // The error may contain the address of the call or the vendor's answer, so it is not passed on.
    return fail({ code: "unavailable" });
  }
}

const UNUSABLE: ReadonlySet<string> = new Set(["IMAGE_UNUSABLE"]);

const TYPES: Readonly<Record<CheckKind, string>> = { document: "id-card", liveness: "selfie" };

function reportOf(check: string, body: Answer["body"]): CheckReport {
  const decision = (body.decision ?? null) as Readonly<Record<string, unknown>> | null;
  const base = { check, applicant: String(body.subjectId) };
  if (body.state !== "done" || decision === null)
    return { ...base, kind: null, complete: false, result: null, subResult: null, concerns: [], read: null };
  return {
    ...base,
    kind: KINDS.find((kind) => TYPES[kind] === body.type) ?? null,
    complete: true,
    ...(OUTCOMES[String(decision.outcome)] ?? { result: "consider", subResult: null }),
    concerns: concernsOf(decision.reasons),
    read: readOf(decision.extracted),
  };
}

const KINDS = ["document", "liveness"] as const satisfies readonly CheckKind[];

const OUTCOMES: Readonly<Record<string, Pick<CheckReport, "result" | "subResult">>> = {
  accepted: { result: "clear", subResult: "clear" },
  declined: { result: "consider", subResult: "rejected" },
  manual: { result: "consider", subResult: "suspected" },
};

const CONCERNS: Readonly<Record<string, Concern>> = {
  DOC_EXPIRED: "expired",
  HOLDER_MINOR: "under-age",
  DATA_MISMATCH: "mismatch",
  IMAGE_POOR: "quality",
  DOC_FORGED: "authenticity",
  DOC_STOLEN: "compromised",
  DOC_UNSUPPORTED: "unsupported",
};

function concernsOf(reasons: unknown): readonly Concern[] {
  if (!Array.isArray(reasons)) return [];
  const codes = reasons.map((reason: { readonly code?: unknown } | null) => String(reason?.code));
  return [...new Set(codes.map((code) => CONCERNS[code] ?? "other"))];
}

function readOf(extracted: unknown): CardRead | null {
  if (typeof extracted !== "object" || extracted === null) return null;
  const { givenName, familyName, born, personalNumber } = extracted as Readonly<Record<string, unknown>>;
  const name = [givenName, familyName].filter((part) => typeof part === "string").join(" ");
  return {
    name: name === "" ? null : name,
    birthDate: typeof born === "string" ? born : null,
    nationalId: typeof personalNumber === "string" ? personalNumber : null,
  };
}
