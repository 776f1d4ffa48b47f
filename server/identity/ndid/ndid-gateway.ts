import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { refuseWhileHolding } from "../../holding.ts";
import type { VendorAddress } from "../onfido-vendor.ts";

/**
 * Minimum assurance levels: the bank checked the identity face to face against the card's chip, and uses
 * two-factor log-in.
 */
export const LEAST = { ial: 2.3, aal: 2.2 } as const;

/** Time in seconds for which a request is valid. */
export const REQUEST_SECONDS = 3_600;

/** The status of a request at the platform. */
export type NdidStatus = {
  readonly request: string;
  readonly state: "pending" | "accepted" | "rejected" | "timed-out" | "failed";
  readonly ial: number | null;
  readonly aal: number | null;
};

/** Client of the national digital ID platform, for a relying party. */
export type NdidGateway = {
  /**
   * Asks a bank, by its code, to confirm its customer's identity. Error `not-enrolled`: the bank does not
   * know the number.
   */
  readonly request: (input: {
    readonly reference: string;
    readonly nationalId: string;
    readonly bank: string;
    readonly message: string;
  }) => Promise<
    Result<{ readonly request: string }, { readonly code: "unavailable" | "not-enrolled" | "refused" }>
  >;
  /** Finds an earlier request by its reference; returns `null` if there is none. */
  readonly find: (
    reference: string,
  ) => Promise<Result<{ readonly request: string } | null, { readonly code: "unavailable" }>>;
  /** Returns the status of a request; `null` if the platform does not know it. */
  readonly status: (request: string) => Promise<Result<NdidStatus | null, { readonly code: "unavailable" }>>;
};

/**
 * Creates the client of the platform's API for relying parties, through the company's node. The node sends
 * events to `callbackUrl`. The client uses these calls:
 * `GET /utility/idp/citizen_id/<number>`, `POST /rp/requests/citizen_id/<number>`,
 * `GET /rp/requests/reference/<reference>`, `GET /utility/requests/<request>`.
 */
export function ndidGateway(address: VendorAddress & { readonly callbackUrl: string }): NdidGateway {
  const ask = async (path: string, body?: object) => await call(address, path, body);
  return {
    request: async ({ reference, nationalId, bank, message }) => {
      const number = encodeURIComponent(nationalId);
      const found = await ask(`/utility/idp/citizen_id/${number}?min_ial=${LEAST.ial}&min_aal=${LEAST.aal}`);
      if (!found.ok) return found;
      const node = manyOf(found.value.body).find((idp) => bankOf(idp.node_name) === bank);
      if (typeof node?.node_id !== "string") return fail({ code: "not-enrolled" });
      const made = await ask(`/rp/requests/citizen_id/${number}`, {
        reference_id: reference,
        callback_url: address.callbackUrl,
        mode: 2,
        idp_id_list: [node.node_id],
        min_idp: 1,
        min_ial: LEAST.ial,
        min_aal: LEAST.aal,
        request_message: message,
        request_timeout: REQUEST_SECONDS,
        data_request_list: [],
        bypass_identity_check: false,
      });
      if (!made.ok) return made;
      const { request_id } = fieldsOf(made.value.body);
      if (made.value.status === 400) return fail({ code: "refused" });
      return typeof request_id === "string" ? ok({ request: request_id }) : fail({ code: "unavailable" });
    },
    find: async (reference) => {
      const found = await ask(`/rp/requests/reference/${encodeURIComponent(reference)}`);
      if (!found.ok) return found;
      const { request_id } = fieldsOf(found.value.body);
      return ok(typeof request_id === "string" ? { request: request_id } : null);
    },
    status: async (request) => {
      const found = await ask(`/utility/requests/${encodeURIComponent(request)}`);
      if (!found.ok) return found;
      if (found.value.status === 404) return ok(null);
      return ok(statusOf(request, fieldsOf(found.value.body)));
    },
  };
}

/**
 * Converts the platform's answer. Accepts an answer only if the bank signed it and the platform validated it.
 */
function statusOf(request: string, body: Fields): NdidStatus {
  const answer = manyOf(body.response_list)[0];
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  const given = { request, ial: number(answer?.ial), aal: number(answer?.aal) };
  if (body.status === "completed" && answer?.status === "accept")
    return {
      ...given,
      state: answer.valid_signature === false || answer.valid_ial === false ? "failed" : "accepted",
    };
  if (body.status === "rejected" || answer?.status === "reject") return { ...given, state: "rejected" };
  if (body.timed_out === true) return { ...given, state: "timed-out" };
  if (body.closed === true || body.status === "errored" || body.status === "complicated")
    return { ...given, state: "failed" };
  return { ...given, state: "pending" };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the bank's code from a node's name, which is JSON text with industry, company and names. The
 * company code of a bank is its code at the Bank of Thailand.
 */
function bankOf(name: unknown): string | null {
  try {
    const { industry_code, company_code } = JSON.parse(String(name)) as Fields;
    return industry_code === "001" && typeof company_code === "string" ? company_code : null;
  } catch {
    return null;
  }
}

async function call(
  { url, token, timeoutMs = 5_000 }: VendorAddress,
  path: string,
  body?: object,
): Promise<Result<{ readonly status: number; readonly body: unknown }, { readonly code: "unavailable" }>> {
  refuseWhileHolding("the digital ID platform");
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    if (!response.ok && response.status !== 404 && response.status !== 400)
      return fail({ code: "unavailable" });
    return ok({ status: response.status, body: await response.json() });
  } catch {
    return fail({ code: "unavailable" });
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function manyOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
