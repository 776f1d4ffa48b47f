import type { Language } from "../../engine/values/languages.ts";
import type { Tx } from "../db/index.ts";
import type { SurveyOpen } from "../evidence/index.ts";
import { holdingNothing } from "../holding.ts";
import { createTurns } from "../http/index.ts";
import { type FlowsDeps, RUN_JOB, type RunRef } from "./deps.ts";
import { entriesAt, type OfferedEntry, pagesOfFlows } from "./entries.ts";
import { eraseUnclaimed } from "./erase-unclaimed.ts";
import { giveAll } from "./give-to.ts";
import { type OpenHow, openInstance } from "./open-instance.ts";
import type { OtpSent, Subject } from "./registry.ts";
import { runEffect, sweepRuns } from "./run-effect.ts";
import { type CodeAsked, sendCode } from "./send-code.ts";
import { createSharedTransactions } from "./shared-transaction.ts";
import { forgetAnswers, type Submission } from "./submissions.ts";
import { submitStep } from "./submit-step.ts";
import { survey } from "./survey.ts";
import { type View, view } from "./view.ts";
import { deliverEvent, endOverdueWaits, type FlowEvent, WAITS_JOB } from "./waits.ts";

/** The public interface of the flows room. Expected failures are thrown as `AppError`. */
export type Flows = {
  /**
   * Returns the subject's open instance of a flow, or a new one. With `again`, a new one begins if the open
   * instance has reached an end or a wait. With `startOver`, a new one always begins.
   */
  readonly open: (
    flow: string,
    subject: Subject,
    options: OpenHow & { readonly language: Language; readonly staff?: boolean },
  ) => Promise<View>;
  /** Returns the links to flows that a page of the portal shows to a subject. */
  readonly entries: (place: string, subject: Subject) => Promise<readonly OfferedEntry[]>;
  /** Returns all published flows with their pages. */
  readonly pages: () => ReturnType<typeof pagesOfFlows>;
  /** Returns the current state of an instance. Changes nothing. */
  readonly view: (id: string, subject: Subject) => Promise<View>;
  /**
   * Submits a step in one transaction. All work that can follow at once is done in the same transaction, and
   * is rolled back with it.
   */
  readonly submit: (given: Submission) => Promise<View>;
  /** Sends the code of the `otp` challenge that the person has reached. */
  readonly send: (given: CodeAsked) => Promise<OtpSent>;
  /**
   * Delivers an event that happened in another room to the instances that wait for it. Runs in the
   * transaction of that room.
   */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<number>;
  /**
   * Gives a visitor's instances and other data to an account. Runs in the transaction of the room that calls
   * it.
   */
  readonly claim: (tx: Tx, visitor: Subject, person: Subject) => Promise<void>;
  /** Returns what an unpublished version would do to the open instances. Stores nothing. */
  readonly survey: SurveyOpen;
};

/** Creates the flows room, and registers the workers for its jobs. */
export function createFlows(given: FlowsDeps): Flows {
  const deps: FlowsDeps = { ...given, nudge: (run, afterMs) => nudge(deps, run, afterMs) };
  deps.jobs.work<RunRef>(RUN_JOB, (run) => runEffect(deps, run), {
    retries: 8,
    retryDelay: 1,
    // A worker takes up to five runs at once and does them one after another. Each run takes at most as long
    // as the vendor's time limit.
    mostSeconds: 200,
    concurrency: 4,
    // A vendor that does not answer blocks one of these lanes. The other lanes continue.
    lanes: 4,
  });
  for (const [name, cron, work] of [
    ["flows.sweep", "* * * * *", () => sweepRuns(deps)],
    [WAITS_JOB, "* * * * *", () => endOverdueWaits(deps)],
    ["flows.erase-unclaimed", "15 * * * *", () => eraseUnclaimed(deps)],
    ["flows.forget-answers", "45 * * * *", () => forgetAnswers(deps)],
  ] as const) {
    deps.jobs.work(name, work);
    deps.jobs.schedule(name, cron);
  }
  // In this process, requests for the same instance wait here for each other, without holding a connection.
  // Requests in different processes wait for the lock on the instance's row.
  const inTurn = createTurns({ each: 1 });
  const together = createSharedTransactions(deps);
  return {
    open: (flow, subject, options) =>
      inTurn(`${subject} ${flow}`, () => openInstance(deps, flow, subject, options)),
    entries: (place, subject) => entriesAt(deps, place, subject),
    pages: () => pagesOfFlows(deps),
    view: (id, subject) => view(deps, id, subject),
    submit: (given) => inTurn(given.id, () => submitStep(deps, given, together)),
    send: (given) => inTurn(given.id, () => sendCode(deps, given)),
    deliver: (tx, event) => deliverEvent(deps, tx, event),
    claim: (tx, visitor, person) => claim(deps, tx, visitor, person),
    survey: (next, options) => survey(deps, next, options),
  };
}

// This call only starts the effect earlier. If it fails or this process ends, the queued job still runs the
// effect.
function nudge(deps: FlowsDeps, run: RunRef, afterMs: number): void {
  const later = () => void runEffect(deps, run).catch(() => {});
  // The timer is set inside the transaction that queues the try, but fires after its end. So the work of the
  // timer does not count as holding a connection.
  holdingNothing(() => setTimeout(later, afterMs + 20).unref());
}

async function claim(deps: FlowsDeps, tx: Tx, visitor: Subject, person: Subject): Promise<void> {
  if (!visitor.startsWith("visitor:") || !person.startsWith("person:"))
    throw new Error(
      `flows.claim: only a visitor's instances are claimed, only by an account (${visitor.slice(0, 8)})`,
    );
  await giveAll(deps, tx, { from: visitor, owner: person });
  await deps.claimed(tx, visitor, person);
}
