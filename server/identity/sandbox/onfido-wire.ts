import { randomUUID } from "node:crypto";
import {
  type Answer,
  type Applicant,
  type BookOptions,
  type Call,
  type Check,
  createCheckBook,
  GARBAGE,
  jsonOf,
  OTHER_CARD,
  type VendorWire,
  type Verdict,
  verdictOf,
} from "./check-book.ts";

/** Builds a vendor with Onfido's REST API v3.6: plain checks and workflow runs. */
export function onfidoWire(options: BookOptions): VendorWire {
  const book = createCheckBook(options, (check) => eventBody(options.vendor, check));

  const register = (call: Call): Answer => {
    const { first_name, last_name, email } = jsonOf(call);
    if (typeof first_name !== "string" || typeof last_name !== "string" || typeof email !== "string")
      return invalid("first_name");
    const { id }: Applicant = book.take(email);
    return { status: 201, body: { id, first_name, last_name, email } };
  };

  const upload = async (call: Call, part: "doc" | "face"): Promise<Answer> => {
    const form = await formOf(call);
    const applicant = book.applicant(form?.get("applicant_id"));
    const file = form?.get("file");
    if (form === null || applicant === undefined || !(file instanceof Blob) || file.size === 0)
      return invalid("file");
    const behaviour = book.behaviour(applicant, part === "doc" ? "document" : "liveness");
    if (behaviour === "down") return DOWN;
    if (behaviour === "unusable") return invalid(part === "doc" ? "document" : "face_detection");
    if (part === "doc") applicant.documents += 1;
    else applicant.photos += 1;
    return { status: 201, body: { id: randomUUID(), applicant_id: applicant.id, file_size: file.size } };
  };

  const start = async (call: Call): Promise<Answer> => {
    const { applicant_id, report_names, workflow_id } = jsonOf(call);
    const applicant = book.applicant(applicant_id);
    const workflow = call.path[0] === "workflow_runs" ? String(workflow_id) : null;
    const named = Array.isArray(report_names) ? String(report_names[0]) : "";
    const report = workflow === null ? named : (SANDBOX_WORKFLOWS[workflow] ?? "");
    const kind = KINDS[report];
    if (applicant === undefined || kind === undefined) return invalid("report_names");
    if ((kind === "liveness" ? applicant.photos : applicant.documents) === 0) return invalid("report_names");
    const check = await book.start(applicant, kind, workflow);
    return { status: 201, body: workflow === null ? checkBody(options.vendor, check) : runBody(check) };
  };

  return {
    answer: async (call) => {
      const route = `${call.method} ${call.path[0] ?? ""}`;
      if (route === "POST applicants") return register(call);
      if (route === "POST documents") return await upload(call, "doc");
      if (route === "POST live_photos") return await upload(call, "face");
      if (route === "POST checks") return await start(call);
      if (route === "POST workflow_runs") return await start(call);
      if (route === "GET workflow_runs") return found(book.find(call.path[1]), true, runBody);
      if (route === "GET checks")
        return found(book.find(call.path[1]), false, (check) => checkBody(options.vendor, check));
      if (route === "GET reports") {
        const check = book.find(call.query.get("check_id"));
        return check === undefined ? NOT_FOUND : { status: 200, body: { reports: [reportBody(check)] } };
      }
      return NOT_FOUND;
    },
    eventOf: (id) => book.find(id)?.event ?? null,
  };
}

/**
 * Returns the answer for a check, or 404 if the check is not of the kind (workflow run or plain check) in the
 * address.
 */
function found(check: Check | undefined, ofWorkflow: boolean, body: (check: Check) => object): Answer {
  if (check === undefined || (check.workflow !== null) !== ofWorkflow) return NOT_FOUND;
  return check.behaviour === "garbage" ? GARBAGE : { status: 200, body: body(check) };
}

const KINDS: Readonly<Record<string, Check["kind"]>> = {
  document: "document",
  facial_similarity_photo: "liveness",
};

/** The sandbox's workflows, with the report that each creates. */
const SANDBOX_WORKFLOWS: Readonly<Record<string, string>> = {
  "sandbox-document": "document",
  "sandbox-face": "facial_similarity_photo",
};

function runBody(check: Check): object {
  const { outcome, why } = verdictOf(check);
  const status = { rejected: "declined", suspected: "review", caution: "review", clear: "approved" }[outcome];
  return {
    id: check.id,
    applicant_id: check.applicant.id,
    workflow_id: check.workflow,
    workflow_version_id: 1,
    status: check.complete ? (check.behaviour === "odd" ? "error" : status) : "processing",
    output: null,
    reasons: why === null ? [] : [BREAKDOWNS[why].join(".")],
    dashboard_url: "",
  };
}

const NOT_FOUND: Answer = { status: 404, body: { error: { type: "resource_not_found" } } };
const DOWN: Answer = { status: 503, body: { error: { type: "service_unavailable" } } };

function invalid(field: string): Answer {
  return {
    status: 422,
    body: { error: { type: "validation_error", fields: { [field]: ["cannot be used"] } } },
  };
}

function checkBody(vendor: string, check: Check): object {
  return {
    id: check.id,
    applicant_id: check.applicant.id,
    status: check.complete ? "complete" : "in_progress",
    result: check.complete ? resultOf(check) : null,
    report_ids: [`${check.id}-1`],
    href: `/${vendor}/v3.6/checks/${check.id}`,
  };
}

function reportBody(check: Check): object {
  const { outcome, why } = verdictOf(check);
  return {
    id: `${check.id}-1`,
    name: check.kind === "document" ? "document" : "facial_similarity_photo",
    check_id: check.id,
    status: check.complete ? "complete" : "awaiting_data",
    result: check.complete ? resultOf(check) : null,
    sub_result: check.complete ? (check.behaviour === "odd" ? "splendid" : outcome) : null,
    breakdown: check.complete ? breakdownOf(why) : {},
    properties: why === "mismatch" ? PROPERTIES : {},
  };
}

function resultOf(check: Check): string {
  if (check.behaviour === "odd") return "splendid";
  return verdictOf(check).outcome === "clear" ? "clear" : "consider";
}

/** Returns a report's breakdown. All parts are clear, except the part with the reason. */
function breakdownOf(why: Verdict["why"]): object {
  const [part, detail] = why === null ? [] : BREAKDOWNS[why];
  return Object.fromEntries(
    PARTS.map((name) => [
      name,
      name === part
        ? { result: "consider", breakdown: { [detail ?? ""]: { result: "consider", properties: {} } } }
        : { result: "clear", breakdown: {} },
    ]),
  );
}

const PARTS = [
  "data_comparison",
  "data_validation",
  "data_consistency",
  "image_integrity",
  "visual_authenticity",
  "compromised_document",
  "age_validation",
];

const BREAKDOWNS: Readonly<Record<NonNullable<Verdict["why"]>, readonly [string, string]>> = {
  expired: ["data_validation", "document_expiration"],
  minor: ["age_validation", "minimum_accepted_age"],
  mismatch: ["data_comparison", "last_name"],
  blurred: ["image_integrity", "image_quality"],
  forged: ["visual_authenticity", "digital_tampering"],
  stolen: ["compromised_document", "document_database"],
  unsupported: ["image_integrity", "supported_document"],
};

const PROPERTIES = {
  first_name: OTHER_CARD.firstName,
  last_name: OTHER_CARD.lastName,
  date_of_birth: OTHER_CARD.birthDate,
  date_of_expiry: OTHER_CARD.expiresOn,
  document_numbers: [{ type: "document_number", value: OTHER_CARD.nationalId }],
};

function eventBody(vendor: string, { id, workflow }: Check): string {
  const type = workflow === null ? "check" : "workflow_run";
  return JSON.stringify({
    payload: {
      resource_type: type,
      action: `${type}.completed`,
      object: {
        id,
        status: "complete",
        completed_at_iso8601: new Date().toISOString(),
        href: `/${vendor}/v3.6/${type}s/${id}`,
      },
    },
  });
}

async function formOf(call: Call): Promise<FormData | null> {
  try {
    const headers = { "Content-Type": call.contentType };
    return await new Response(new Uint8Array(call.body), { headers }).formData();
  } catch {
    return null;
  }
}
