import { randomUUID } from "node:crypto";
import type { CheckKind } from "../tables.ts";
import { type CheckBehaviour, checkBehaviour } from "./magic.ts";

/** An incoming call. `path` is the part of the address after the version. */
export type Call = {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
};

export type Answer = { readonly status: number; readonly body: object | string };

/** Server side of a vendor's protocol: its answers to calls, and the exact bytes of the event for a check. */
export type VendorWire = {
  readonly answer: (call: Call) => Promise<Answer>;
  readonly eventOf: (check: string) => string | null;
};

export type Applicant = { readonly id: string; readonly email: string; documents: number; photos: number };
export type Check = {
  readonly id: string;
  readonly applicant: Applicant;
  readonly kind: CheckKind;
  readonly behaviour: CheckBehaviour;
  /** Workflow of the check, if it is a workflow run; otherwise `null`. */
  readonly workflow: string | null;
  complete: boolean;
  event: string | null;
};

/** Settings for the timing and delivery of a vendor's answers. */
export type BookOptions = {
  readonly vendor: string;
  readonly answerMs: number;
  readonly slowMs: number;
  readonly later: (ms: number, task: () => void) => void;
  readonly deliver: (body: string) => Promise<unknown>;
};

/** The applicants and checks of a vendor, independent of the vendor's protocol. */
export type CheckBook = {
  readonly take: (email: string) => Applicant;
  readonly applicant: (id: unknown) => Applicant | undefined;
  readonly behaviour: (applicant: Applicant, kind: CheckKind) => CheckBehaviour;
  /** Starts a check. If the behaviour is `early`, the event is delivered before this promise resolves. */
  readonly start: (applicant: Applicant, kind: CheckKind, workflow: string | null) => Promise<Check>;
  readonly find: (id: unknown) => Check | undefined;
};

/** Creates an empty list of applicants and checks. `eventOf` builds the event of a complete check. */
export function createCheckBook(options: BookOptions, eventOf: (check: Check) => string): CheckBook {
  const applicants = new Map<string, Applicant>();
  const checks = new Map<string, Check>();

  const behaviour = (applicant: Applicant, kind: CheckKind) =>
    checkBehaviour(applicant.email, kind === "document" ? "doc" : "face", options.vendor);

  const finish = (check: Check): string => {
    check.complete = true;
    check.event = eventOf(check);
    return check.event;
  };

  const begin = async (check: Check): Promise<void> => {
    if (check.behaviour === "silent") return;
    if (check.behaviour === "early") {
      await options.deliver(finish(check));
      return;
    }
    const waits = check.behaviour === "slow" || check.behaviour === "late";
    options.later(waits ? options.slowMs : options.answerMs, () => {
      const event = finish(check);
      if (check.behaviour === "lost") return;
      void options.deliver(event);
      if (check.behaviour === "doubled") {
        void options.deliver(event);
        options.later(options.answerMs, () => void options.deliver(event));
      }
    });
  };

  return {
    take: (email) => {
      const applicant: Applicant = { id: randomUUID(), email, documents: 0, photos: 0 };
      applicants.set(applicant.id, applicant);
      return applicant;
    },
    applicant: (id) => applicants.get(String(id)),
    behaviour,
    start: async (applicant, kind, workflow) => {
      const check: Check = {
        id: randomUUID(),
        applicant,
        kind,
        behaviour: behaviour(applicant, kind),
        workflow,
        complete: false,
        event: null,
      };
      checks.set(check.id, check);
      await begin(check);
      return check;
    },
    find: (id) => checks.get(String(id)),
  };
}

/** The result of a check, with its reason. */
export type Verdict = {
  readonly outcome: "clear" | "rejected" | "suspected" | "caution";
  readonly why: "expired" | "minor" | "mismatch" | "blurred" | "forged" | "stolen" | "unsupported" | null;
};

/** Returns the final result of a check. */
export function verdictOf({ behaviour }: Pick<Check, "behaviour">): Verdict {
  return VERDICTS[behaviour] ?? { outcome: "clear", why: null };
}

const VERDICTS: Readonly<Partial<Record<CheckBehaviour, Verdict>>> = {
  bad: { outcome: "rejected", why: null },
  late: { outcome: "rejected", why: null },
  suspect: { outcome: "suspected", why: null },
  expired: { outcome: "rejected", why: "expired" },
  unsupported: { outcome: "rejected", why: "unsupported" },
  minor: { outcome: "caution", why: "minor" },
  mismatch: { outcome: "caution", why: "mismatch" },
  blurred: { outcome: "caution", why: "blurred" },
  forged: { outcome: "suspected", why: "forged" },
  stolen: { outcome: "suspected", why: "stolen" },
};

/** Card data of another person, which the vendor reads if the behaviour is `mismatch`. */
export const OTHER_CARD = {
  firstName: "Somsri",
  lastName: "Jaidee",
  birthDate: "1975-04-12",
  nationalId: "1000000000017",
  expiresOn: "2031-04-11",
};

/** An answer that the portal cannot use. */
export const GARBAGE: Answer = { status: 200, body: "<html><body>Bad gateway</body></html>" };

/** Parses the JSON body of a call; returns an empty object if it is invalid. */
export function jsonOf(call: Call): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(call.body.toString("utf8")) as Record<string, unknown>;
  } catch {
    return {};
  }
}
