import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { ErrorCode } from "./errors.ts";

/** The HTTP server that rooms hang their routes on. */
export type App = FastifyInstance;

/** The structured log. */
export type Log = FastifyBaseLogger;

/** Who asks, as the session says: set by the accounts room, `null` for a stranger. */
export type Person = {
  readonly id: string;
  /** What staff may do; `null` is a customer. */
  readonly role: StaffRole | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  readonly language: Language;
  /** Which log-in this is; another one every time. */
  readonly session?: string;
  /** Gives that log-in another secret once more is proved in it. */
  readonly renewal?: SessionRenewal;
  /** How their second factor stands; what is not said is missing. */
  readonly factor?: Factor;
};

/** A session goes on under another secret from the moment at which a code, a PIN or a second factor was right. */
export type SessionRenewal = {
  /** Names the secret with which this call came. */
  readonly proof: string;
  /** In the transaction in which it was right. */
  readonly prove: (tx: Tx) => void;
  /**
   * Once that was committed: gives the browser the new secret, where there is one. `repeated`: an equal call did it, and may have
   * renewed the session after this one came.
   */
  readonly handOver: (reply: FastifyReply, repeated?: boolean) => Promise<void>;
};

/**
 * How a second factor stands: there is none; there is one, not proved in this session; it was proved in it; it was proved
 * within the last five minutes.
 */
export type Factor = "missing" | "unproved" | "proved" | "fresh";

/** Whose something is: an account, or the hash of a visitor's HttpOnly cookie. */
export type Subject = `person:${string}` | `visitor:${string}`;

declare module "fastify" {
  interface FastifyInstance {
    /** Compiles what requests are checked with, and says how many there are; for tests. */
    compileChecks: () => number;
  }
  interface FastifyRequest {
    person: Person | null;
    /** Hash of the visitor cookie: the subject of anonymous flows. */
    visitor: string | null;
    /** Whose instances and uploads these are. */
    subject: Subject | null;
    /** The object that the call names, where it is somebody's. */
    owned: unknown;
    /** The code that the call is refused with; `null` while it is not. */
    refusal: ErrorCode | null;
  }
  interface FastifyContextConfig {
    /** Takes state changes from other origins: webhooks, which prove themselves by a signature. */
    crossOrigin?: boolean;
    /** Answers a locked account too. */
    lockedToo?: boolean;
    /** Milliseconds that a body may take to arrive, where a route waits longer than others. */
    bodyMs?: number;
    /** Leaves no line in the log: health checks. */
    quiet?: boolean;
    /** The same call may come twice and is one deed: what an `Idempotency-Key` makes so. Reading always is. */
    repeatable?: boolean;
  }
}

export type { FastifyReply as Reply, FastifyRequest as Request };
