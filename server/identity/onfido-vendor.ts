import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { Concern } from "./concerns.ts";
import type { CheckKind } from "./tables.ts";
import type { CardRead, CheckReport, IdentityVendor, Picture, VendorFailure } from "./vendor.ts";

/** Address and credentials of a vendor. */
export type VendorAddress = {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
  /** The vendor's workflow for each kind of check. Without workflows, plain checks are requested. */
  readonly workflows?: Readonly<Record<CheckKind, string>>;
};

/**
 * Creates the client of a vendor with Onfido's REST API v3.6: applicants, documents, live photos, and checks
 * with reports or workflow runs. `url` is the part before `/applicants`, such as
 * `https://api.eu.onfido.com/v3.6`.
 */
export function onfidoVendor(address: VendorAddress): IdentityVendor {
  const post = async (path: string, body: FormData | object): Promise<Result<Answer, VendorFailure>> =>
    await call(address, path, {
      method: "POST",
      ...(body instanceof FormData
        ? { body }
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  const { workflows } = address;
  const startCheck = async (applicant: string, kind: CheckKind) => {
    const made =
      workflows === undefined
        ? await post("/checks", { applicant_id: applicant, report_names: [REPORT_NAMES[kind]] })
        : await post("/workflow_runs", { applicant_id: applicant, workflow_id: workflows[kind] });
    return made.ok ? idOf(made.value, "check") : made;
  };
  return {
    createApplicant: async ({ email }) => {
      // The API requires a name, which is not yet known. The vendor reads the real name from the card.
      const made = await post("/applicants", { first_name: "Investor", last_name: "Saphan", email });
      return made.ok ? idOf(made.value, "applicant") : made;
    },
    checkDocument: async ({ applicant, front, back }) => {
      for (const [side, picture] of [
        ["front", front],
        ["back", back],
      ] as const) {
        const form = pictureForm(applicant, picture);
        form.set("type", "national_identity_card");
        form.set("side", side);
        form.set("issuing_country", "THA");
        const sent = await post("/documents", form);
        if (!sent.ok) return sent;
      }
      return await startCheck(applicant, "document");
    },
    checkLiveness: async ({ applicant, selfie }) => {
      const sent = await post("/live_photos", pictureForm(applicant, selfie));
      return sent.ok ? await startCheck(applicant, "liveness") : sent;
    },
    report: async (check) => await reportOf(address, check),
  };
}

/** Reads a check or a workflow run from the vendor; returns `null` if the vendor does not know it. */
async function reportOf(address: VendorAddress, check: string): ReturnType<IdentityVendor["report"]> {
  const { workflows } = address;
  if (workflows !== undefined) {
    const run = await call(address, `/workflow_runs/${encodeURIComponent(check)}`, { method: "GET" });
    if (!run.ok) return run;
    return ok(run.value.status === 404 ? null : runReport(check, run.value.body, workflows));
  }
  const found = await call(address, `/checks/${encodeURIComponent(check)}`, { method: "GET" });
  if (!found.ok) return found;
  if (found.value.status === 404) return ok(null);
  const { status, result, applicant_id } = found.value.body;
  const base = { check, applicant: String(applicant_id) };
  if (status !== "complete") return ok({ ...base, ...OPEN });
  const reports = await call(address, `/reports?check_id=${encodeURIComponent(check)}`, {
    method: "GET",
  });
  if (!reports.ok) return reports;
  return ok({
    ...base,
    kind: kindOf(reports.value),
    complete: true,
    result: textOf(result),
    subResult: subResultOf(reports.value),
    concerns: concernsOf(reports.value),
    read: readOf(reports.value),
  });
}

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

async function call(
  { url, token, timeoutMs = 5_000 }: VendorAddress,
  path: string,
  request: { method: string; body?: FormData | string; headers?: Record<string, string> },
): Promise<Result<Answer, VendorFailure>> {
  refuseWhileHolding("a vendor");
  try {
    const response = await fetch(`${url}${path}`, {
      ...request,
      headers: { ...request.headers, Authorization: `Token token=${token}` },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (response.status === 422) return fail({ code: "unusable" });
    if (!response.ok && response.status !== 404) return fail({ code: "unavailable" });
    return ok({ status: response.status, body: (await response.json()) as Record<string, unknown> });
  } catch {
    // The error may contain the address of the call or the vendor's answer, so it is not passed on.
    return fail({ code: "unavailable" });
  }
}

function idOf<Name extends string>(
  answer: Answer,
  name: Name,
): Result<{ readonly [key in Name]: string }, VendorFailure> {
  const { id } = answer.body;
  if (answer.status === 404 || typeof id !== "string") return fail({ code: "unavailable" });
  return ok({ [name]: id } as { readonly [key in Name]: string });
}

function pictureForm(applicant: string, picture: Picture): FormData {
  const form = new FormData();
  form.set("applicant_id", applicant);
  form.set("file", new Blob([new Uint8Array(picture.bytes)], { type: picture.type }), picture.name);
  return form;
}

/**
 * Converts the result of a workflow run to a check report. Unless the run was approved or declined, a person
 * must decide.
 */
function runReport(
  check: string,
  body: Answer["body"],
  workflows: NonNullable<VendorAddress["workflows"]>,
): CheckReport {
  const base = { check, applicant: String(body.applicant_id) };
  const outcome = OUTCOMES[String(body.status)];
  if (outcome === undefined) return { ...base, ...OPEN };
  const kind = KINDS.find((one) => workflows[one] === body.workflow_id) ?? null;
  const reasons = Array.isArray(body.reasons) ? body.reasons : [];
  const concerns = [...new Set(reasons.map((reason) => concernOf(String(reason))))];
  return { ...base, kind, complete: true, ...outcome, concerns, read: null };
}

/** Report of a check that is not complete. */
const OPEN = {
  kind: null,
  complete: false,
  result: null,
  subResult: null,
  concerns: [],
  read: null,
} as const;

const OUTCOMES: Readonly<Record<string, Pick<CheckReport, "result" | "subResult">>> = {
  approved: { result: "clear", subResult: "clear" },
  declined: { result: "consider", subResult: "rejected" },
  review: { result: "consider", subResult: "suspected" },
  abandoned: { result: "consider", subResult: null },
  error: { result: "consider", subResult: null },
};

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The vendor's name for the report of each kind of check. */
const REPORT_NAMES: Readonly<Record<CheckKind, string>> = {
  document: "document",
  liveness: "facial_similarity_photo",
};

/** Returns the kind that all reports of a check have; `null` if they differ. */
function kindOf(answer: Answer): CheckKind | null {
  const [name, ...others] = new Set(reportsOf(answer).map((report) => report.name));
  if (others.length > 0) return null;
  return KINDS.find((kind) => REPORT_NAMES[kind] === name) ?? null;
}

const KINDS = ["document", "liveness"] as const satisfies readonly CheckKind[];

/** Returns the most severe sub-result among a check's reports. */
function subResultOf(answer: Answer): CheckReport["subResult"] {
  const found = new Set(reportsOf(answer).map((report) => report.sub_result));
  return ["rejected", "suspected", "caution", "clear"].find((grave) => found.has(grave)) ?? null;
}

type Report = {
  readonly name?: unknown;
  readonly sub_result?: unknown;
  readonly breakdown?: unknown;
  readonly properties?: unknown;
};

function reportsOf({ body }: Answer): readonly Report[] {
  return Array.isArray(body.reports) ? body.reports.map((report: object | null) => report ?? {}) : [];
}

/**
 * For each part of a vendor's breakdown, the problem that an unclear result of this part means. More specific
 * entries come first.
 */
const CONCERNS: Readonly<Record<string, Concern>> = {
  "data_validation.document_expiration": "expired",
  "image_integrity.supported_document": "unsupported",
  age_validation: "under-age",
  data_comparison: "mismatch",
  image_integrity: "quality",
  visual_authenticity: "authenticity",
  data_validation: "authenticity",
  data_consistency: "authenticity",
  compromised_document: "compromised",
  police_record: "compromised",
};

function concernOf(path: string): Concern {
  return CONCERNS[path] ?? CONCERNS[path.split(".")[0] ?? ""] ?? "other";
}

function concernsOf(answer: Answer): readonly Concern[] {
  const paths = reportsOf(answer).flatMap(({ breakdown }) =>
    unclear(breakdown).flatMap(([name, part]) => {
      const details = unclear(part.breakdown);
      return details.length === 0 ? [name] : details.map(([detail]) => `${name}.${detail}`);
    }),
  );
  return [...new Set(paths.map(concernOf))];
}

type Part = { readonly result?: unknown; readonly breakdown?: unknown };

/** Returns the parts of a breakdown whose result is not clear. */
function unclear(breakdown: unknown): readonly (readonly [string, Part])[] {
  if (typeof breakdown !== "object" || breakdown === null) return [];
  return Object.entries(breakdown)
    .map(([name, part]) => [name, (part ?? {}) as Part] as const)
    .filter(([, { result }]) => typeof result === "string" && result !== "clear");
}

/** Returns the card data from the first report of a check; `null` if there are none. */
function readOf(answer: Answer): CardRead | null {
  const properties = reportsOf(answer)[0]?.properties;
  if (typeof properties !== "object" || properties === null) return null;
  const { first_name, last_name, date_of_birth, document_numbers } = properties as Record<string, unknown>;
  const name = [first_name, last_name].filter((part) => typeof part === "string").join(" ");
  const numbers: readonly ({ readonly type?: unknown; readonly value?: unknown } | null)[] = Array.isArray(
    document_numbers,
  )
    ? document_numbers
    : [];
  const read: CardRead = {
    name: name === "" ? null : name,
    birthDate: textOf(date_of_birth),
    nationalId: textOf(numbers.find((number) => number?.type === "document_number")?.value),
  };
  return Object.values(read).some((value) => value !== null) ? read : null;
}
