import { randomUUID } from "node:crypto";
import { type CheckBehaviour, checkBehaviour } from "./magic.ts";

/** One call as it came in; `path` is what follows `/v3.6/`. */
export type Call = {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
};

export type Answer = { readonly status: number; readonly body: object };

/** One vendor's applicants, documents and checks. */
export type VendorBook = {
  readonly answer: (call: Call) => Promise<Answer>;
  /** The event of a check, byte for byte as it was sent; `null` where there is none. */
  readonly eventOf: (check: string) => string | null;
};

type Applicant = { readonly id: string; readonly email: string; documents: number; photos: number };
type Check = {
  readonly id: string;
  readonly applicant: Applicant;
  readonly report: string;
  readonly behaviour: CheckBehaviour;
  /** Where it is a workflow run: of which workflow. */
  readonly workflow: string | null;
  complete: boolean;
  event: string | null;
};

/** Opens an empty book. `deliver` sends an event; `later` does something after a while. */
export function createVendorBook(options: {
  readonly vendor: string;
  readonly answerMs: number;
  readonly slowMs: number;
  readonly later: (ms: number, task: () => void) => void;
  readonly deliver: (body: string) => Promise<unknown>;
}): VendorBook {
  const applicants = new Map<string, Applicant>();
  const checks = new Map<string, Check>();

  const begin = (check: Check): void => {
    const { behaviour } = check;
    if (behaviour === "silent") return;
    options.later(behaviour === "slow" ? options.slowMs : options.answerMs, () => {
      check.complete = true;
      check.event = eventBody(options.vendor, check);
      const { event } = check;
      if (behaviour === "lost") return;
      void options.deliver(event);
      if (behaviour === "doubled") {
        void options.deliver(event);
        options.later(options.answerMs, () => void options.deliver(event));
      }
    });
  };

  const upload = async (call: Call, part: "doc" | "face"): Promise<Answer> => {
    const form = await formOf(call);
    const applicant = applicants.get(String(form?.get("applicant_id")));
    const file = form?.get("file");
    if (form === null || applicant === undefined || !(file instanceof Blob) || file.size === 0)
      return invalid("file");
    const behaviour = checkBehaviour(applicant.email, part);
    if (behaviour === "down") return DOWN;
    if (behaviour === "unusable") return invalid(part === "doc" ? "document" : "face_detection");
    if (part === "doc") applicant.documents += 1;
    else applicant.photos += 1;
    return { status: 201, body: { id: randomUUID(), applicant_id: applicant.id, file_size: file.size } };
  };

  const start = (call: Call): Answer => {
    const { applicant_id, report_names, workflow_id } = jsonOf(call);
    const applicant = applicants.get(String(applicant_id));
    const workflow = call.path[0] === "workflow_runs" ? String(workflow_id) : null;
    const named = Array.isArray(report_names) ? String(report_names[0]) : "";
    const report = workflow === null ? named : (SANDBOX_WORKFLOWS[workflow] ?? "");
    if (applicant === undefined || !["document", "facial_similarity_photo"].includes(report))
      return invalid("report_names");
    const face = report === "facial_similarity_photo";
    if ((face ? applicant.photos : applicant.documents) === 0) return invalid("report_names");
    const behaviour = checkBehaviour(applicant.email, face ? "face" : "doc");
    const check: Check = {
      id: randomUUID(),
      applicant,
      report,
      behaviour,
      workflow,
      complete: false,
      event: null,
    };
    checks.set(check.id, check);
    begin(check);
    return { status: 201, body: workflow === null ? checkBody(options.vendor, check) : runBody(check) };
  };

  return {
    answer: async (call) => {
      const route = `${call.method} ${call.path[0] ?? ""}`;
      if (route === "POST applicants") {
        const { first_name, last_name, email } = jsonOf(call);
        if (typeof first_name !== "string" || typeof last_name !== "string" || typeof email !== "string")
          return invalid("first_name");
        const applicant: Applicant = { id: randomUUID(), email, documents: 0, photos: 0 };
        applicants.set(applicant.id, applicant);
        return { status: 201, body: { id: applicant.id, first_name, last_name, email } };
      }
      if (route === "POST documents") return await upload(call, "doc");
      if (route === "POST live_photos") return await upload(call, "face");
      if (route === "POST checks") return start(call);
      if (route === "POST workflow_runs") return start(call);
      if (route === "GET workflow_runs") {
        const run = checks.get(call.path[1] ?? "");
        return run === undefined || run.workflow === null ? NOT_FOUND : { status: 200, body: runBody(run) };
      }
      if (route === "GET checks") {
        const check = checks.get(call.path[1] ?? "");
        return check === undefined || check.workflow !== null
          ? NOT_FOUND
          : { status: 200, body: checkBody(options.vendor, check) };
      }
      if (route === "GET reports") {
        const check = checks.get(call.query.get("check_id") ?? "");
        return check === undefined ? NOT_FOUND : { status: 200, body: { reports: [reportBody(check)] } };
      }
      return NOT_FOUND;
    },
    eventOf: (id) => checks.get(id)?.event ?? null,
  };
}

/** The workflows that the sandbox knows, by the report that each makes. */
const SANDBOX_WORKFLOWS: Readonly<Record<string, string>> = {
  "sandbox-document": "document",
  "sandbox-face": "facial_similarity_photo",
};

function runBody(check: Check): object {
  const status = { bad: "declined", suspect: "review" }[check.behaviour as string] ?? "approved";
  return {
    id: check.id,
    applicant_id: check.applicant.id,
    workflow_id: check.workflow,
    workflow_version_id: 1,
    status: check.complete ? status : "processing",
    output: null,
    reasons: [],
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
    result: check.complete ? resultOf(check).result : null,
    report_ids: [`${check.id}-1`],
    href: `/${vendor}/v3.6/checks/${check.id}`,
  };
}

function reportBody(check: Check): object {
  const { result, subResult } = resultOf(check);
  return {
    id: `${check.id}-1`,
    name: check.report,
    check_id: check.id,
    status: check.complete ? "complete" : "awaiting_data",
    result: check.complete ? result : null,
    sub_result: check.complete ? subResult : null,
  };
}

function resultOf({ behaviour }: Check): { readonly result: string; readonly subResult: string } {
  if (behaviour === "bad") return { result: "consider", subResult: "rejected" };
  if (behaviour === "suspect") return { result: "consider", subResult: "suspected" };
  return { result: "clear", subResult: "clear" };
}

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

function jsonOf(call: Call): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(call.body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

async function formOf(call: Call): Promise<FormData | null> {
  try {
    const headers = { "Content-Type": call.contentType };
    return await new Response(new Uint8Array(call.body), { headers }).formData();
  } catch {
    return null;
  }
}
