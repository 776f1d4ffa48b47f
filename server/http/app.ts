import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { ErrorCode } from "./errors.ts";

/** The HTTP server on which rooms register their routes. */
export type App = FastifyInstance;

/** The structured log. */
export type Log = FastifyBaseLogger;

/** The person of the session, set by the accounts room; `null` for a visitor. */
export type Person = {
  readonly id: string;
  /** The staff role; `null` for a customer. */
  readonly role: StaffRole | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: Language;
  /** The session, different for every log-in. */
  readonly session?: string;
  /** Renews the session's secret after a proof. */
  readonly renewal?: SessionRenewal;
  /** State of the second factor. Missing if absent. */
  readonly factor?: Factor;
};

/** Changes a session's secret when a code, PIN or second factor was correct. */
export type SessionRenewal = {
  /** Identifies the secret of this call. */
  readonly proof: string;
  /** Called in the transaction of the proof. */
  readonly prove: (tx: Tx) => void;
  /**
   * Called after the commit: sends the new secret to the browser, if any. `repeated`: an equal call did it, and may
   * have renewed the session after this one arrived.
   */
  readonly handOver: (reply: FastifyReply, repeated?: boolean) => Promise<void>;
};

/**
 * State of the second factor: none; set up but not proved in this session; proved in it; proved within the last five
 * minutes.
 */
export type Factor = "missing" | "unproved" | "proved" | "fresh";

/** The owner of an object: an account, or the hash of a visitor's HttpOnly cookie. */
export type Subject = `person:${string}` | `visitor:${string}`;

declare module "fastify" {
  interface FastifyInstance {
    /** Compiles the request checks and returns their number. For tests. */
    compileChecks: () => number;
  }
  interface FastifyRequest {
    person: Person | null;
    /** Hash of the visitor cookie, the subject of anonymous flows. */
    visitor: string | null;
    /** The owner for new objects. */
    subject: Subject | null;
    /** The object that the call names, if it has an owner. */
    owned: unknown;
    /** The error code of the call; `null` if none. */
    refusal: ErrorCode | null;
  }
  interface FastifyContextConfig {
    /** Accepts changes from other origins: webhooks, which prove themselves by a signature. */
    crossOrigin?: boolean;
    /** Also available to a locked account. */
    lockedToo?: boolean;
    /** Milliseconds in which a body must arrive, for routes with a longer limit. */
    bodyMs?: number;
    /** Not logged: health checks. */
    quiet?: boolean;
    /** A repeated call is safe, by its `Idempotency-Key`. Reads always are. */
    repeatable?: boolean;
  }
}

export type { FastifyReply as Reply, FastifyRequest as Request };
