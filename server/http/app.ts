import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { ErrorCode } from "./errors.ts";

/** The HTTP server on which modules register their routes. */
export type App = FastifyInstance;

/** The structured log. */
export type Log = FastifyBaseLogger;

/**
 * The logged-in person. The accounts module finds the person by the session, and stores the person in the
 * request; `null` for a visitor.
 */
export type Person = {
  readonly id: string;
  /** Role of a member of staff; `null` for a customer. */
  readonly role: StaffRole | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: Language;
  /** Identifier of the session, different for every log-in. */
  readonly session?: string;
  /** Functions that renew the session's secret after a proof. */
  readonly renewal?: SessionRenewal;
  /** State of the second factor. If absent, it counts as `missing`. */
  readonly factor?: Factor;
};

/** Functions that change a session's secret after a correct code, PIN or second factor. */
export type SessionRenewal = {
  /** Hash of the session secret of this call. */
  readonly proof: string;
  /** Renews the secret in the transaction of the proof. */
  readonly prove: (tx: Tx) => void;
  /**
   * Sends the new secret, if any, to the browser after the commit. `repeated`: this call repeats an earlier
   * call, which may have renewed the session after this call arrived.
   */
  readonly handOver: (reply: FastifyReply, repeated?: boolean) => Promise<void>;
};

/**
 * State of the second factor. `missing`: none is set up. `unproved`: not proved in this session. `proved`:
 * proved in this session. `fresh`: proved within the last five minutes.
 */
export type Factor = "missing" | "unproved" | "proved" | "fresh";

/** The owner of an object: an account, or the hash of a visitor's HttpOnly cookie. */
export type Subject = `person:${string}` | `visitor:${string}`;

declare module "fastify" {
  interface FastifyInstance {
    /** Compiles the checks of requests and returns their number. Used by tests. */
    compileChecks: () => number;
  }
  interface FastifyRequest {
    person: Person | null;
    /** Hash of the visitor cookie, which identifies the owner of anonymous flows. */
    visitor: string | null;
    /** Owner for new objects that the request creates. */
    subject: Subject | null;
    /** Object that the call names, if the object has an owner. */
    owned: unknown;
    /** Error code with which the call was refused; `null` if none. */
    refusal: ErrorCode | null;
  }
  interface FastifyContextConfig {
    /**
     * Whether the call accepts changes from other origins. Webhooks do, because a signature authenticates
     * them.
     */
    crossOrigin?: boolean;
    /** Whether a locked account can also make the call. */
    lockedToo?: boolean;
    /**
     * Milliseconds within which a request body must arrive, for routes with a longer limit than the default.
     */
    bodyMs?: number;
    /** Whether the call is left out of the log, such as a health check. */
    quiet?: boolean;
    /** Whether a changing call can be repeated safely, by its `Idempotency-Key`. Reading calls always can. */
    repeatable?: boolean;
  }
}

export type { FastifyReply as Reply, FastifyRequest as Request };
