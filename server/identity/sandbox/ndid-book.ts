import { randomUUID } from "node:crypto";
import type { Answer, Call } from "./check-book.ts";
import { ndidBehaviour } from "./magic.ts";

type Request = {
  readonly id: string;
  readonly reference: string;
  readonly callbackUrl: string;
  readonly bank: string;
  status: "pending" | "completed" | "rejected";
  ial: number;
  aal: number;
  timedOut: boolean;
};

/** A simulated node of the platform, with identity providers, requests and callbacks. */
export type NdidBook = {
  readonly answer: (call: Call) => Answer;
  /** Returns the exact body of a request's callback; `null` if there is no such request. */
  readonly callbackOf: (request: string) => string | null;
};

type Options = {
  readonly answerMs: number;
  readonly slowMs: number;
  readonly later: (ms: number, task: () => void) => void;
  readonly deliver: (body: string) => Promise<unknown>;
};

const BANKS = ["002", "004", "006", "011", "014", "022", "025", "030", "065"];

/** Creates a node without requests. `deliver` sends a callback; `later` schedules a task. */
export function createNdidBook(options: Options): NdidBook {
  const requests = new Map<string, Request>();

  return {
    callbackOf: (id) => {
      const request = requests.get(id);
      return request === undefined ? null : callbackBody(request);
    },
    answer: ({ method, path, body }) => {
      const [room, kind, namespace, identifier = ""] = path;
      if (method === "GET" && room === "utility" && kind === "idp" && namespace === "citizen_id")
        return { status: 200, body: identifier.startsWith("9") ? [] : BANKS.map(idpOf) };
      if (method === "POST" && room === "rp" && kind === "requests" && namespace === "citizen_id") {
        const asked = askedIn(body);
        if (asked === null) return { status: 400, body: { error: { code: 20003, message: "Invalid body" } } };
        if (ndidBehaviour(asked.bank) === "down") return { status: 503, body: { error: { code: 10001 } } };
        if ([...requests.values()].some(({ reference }) => reference === asked.reference))
          return { status: 400, body: { error: { code: 20045, message: "Duplicate reference ID" } } };
        const request: Request = { ...asked, ...UNANSWERED, id: randomUUID().replaceAll("-", "") };
        requests.set(request.id, request);
        answerLater(request, options);
        return { status: 202, body: { request_id: request.id, initial_salt: randomUUID() } };
      }
      if (method === "GET" && room === "rp" && kind === "requests" && namespace === "reference") {
        const found = [...requests.values()].find(({ reference }) => reference === identifier);
        return found === undefined ? NOT_FOUND : { status: 200, body: { request_id: found.id } };
      }
      if (method === "GET" && room === "utility" && kind === "requests") {
        const found = requests.get(namespace ?? "");
        return found === undefined ? NOT_FOUND : { status: 200, body: statusBody(found) };
      }
      return NOT_FOUND;
    },
  };
}

/** State of a request that no bank has answered yet. */
const UNANSWERED = { status: "pending", ial: 2.3, aal: 2.2, timedOut: false } as const;

/** Lets the bank answer after a while. The bank's number decides how (see `magic.ts`). */
function answerLater(request: Request, options: Options): void {
  const behaviour = ndidBehaviour(request.bank);
  if (behaviour === "silent") return;
  const waits = behaviour === "slow" || behaviour === "late";
  options.later(waits ? options.slowMs : options.answerMs, () => {
    request.status = behaviour === "bad" || behaviour === "late" ? "rejected" : "completed";
    if (behaviour === "weak") request.ial = 1.3;
    if (behaviour === "lost") return;
    const body = callbackBody(request);
    void options.deliver(body);
    if (behaviour === "doubled") {
      void options.deliver(body);
      // A callback with the older status arrives last.
      options.later(options.answerMs, () => void options.deliver(callbackBody(request, "pending")));
    }
  });
}

/** Parses a request; returns `null` if a field is missing or the bank is unknown. */
function askedIn(body: Buffer): Pick<Request, "reference" | "callbackUrl" | "bank"> | null {
  const asked = fieldsOf(body);
  const idp = Array.isArray(asked.idp_id_list) ? String(asked.idp_id_list[0]) : "";
  const bank = BANKS.find((code) => idp === `idp-${code}`);
  if (
    bank === undefined ||
    typeof asked.reference_id !== "string" ||
    typeof asked.callback_url !== "string" ||
    typeof asked.request_message !== "string" ||
    typeof asked.min_ial !== "number" ||
    typeof asked.min_aal !== "number" ||
    typeof asked.request_timeout !== "number" ||
    asked.mode !== 2
  )
    return null;
  return { reference: asked.reference_id, callbackUrl: asked.callback_url, bank };
}

const NOT_FOUND: Answer = { status: 404, body: { error: { code: 404, message: "Not found" } } };

function idpOf(code: string): object {
  return {
    node_id: `idp-${code}`,
    node_name: JSON.stringify({
      industry_code: "001",
      company_code: code,
      marketing_name_th: `ธนาคารทดสอบ ${code}`,
      marketing_name_en: `Sandbox bank ${code}`,
    }),
    max_ial: 2.3,
    max_aal: 2.2,
    on_the_fly_support: false,
    mode_list: [2, 3],
    supported_request_message_data_url_type_list: [],
  };
}

function statusBody(request: Request): object {
  const answered = request.status !== "pending";
  return {
    request_id: request.id,
    min_idp: 1,
    min_aal: 2.2,
    min_ial: 2.3,
    request_timeout: 3_600,
    data_request_list: [],
    response_list: answered
      ? [
          {
            idp_id: `idp-${request.bank}`,
            status: request.status === "completed" ? "accept" : "reject",
            ial: request.ial,
            aal: request.aal,
            signature: "c2FuZGJveA==",
            valid_signature: true,
            valid_ial: true,
          },
        ]
      : [],
    closed: answered,
    timed_out: request.timedOut,
    mode: 2,
    status: request.status,
    requester_node_id: "rp-saphan",
  };
}

function callbackBody(request: Request, status: Request["status"] = request.status): string {
  return JSON.stringify({
    node_id: "rp-saphan",
    type: "request_status",
    reference_id: request.reference,
    request_id: request.id,
    status,
    mode: 2,
    min_idp: 1,
    answered_idp_count: status === "pending" ? 0 : 1,
    closed: status !== "pending",
    timed_out: request.timedOut,
    service_list: [],
    response_valid_list:
      status === "pending" ? [] : [{ idp_id: `idp-${request.bank}`, valid_signature: true }],
    block_height: `sandbox:${status === "pending" ? 1 : 2}`,
  });
}

function fieldsOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
