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
import { forgetAnswers, type Submission } from "./submissions.ts";
import { submitStep } from "./submit-step.ts";
import { survey } from "./survey.ts";
import { type View, view } from "./view.ts";
import { deliverEvent, endOverdueWaits, type FlowEvent, WAITS_JOB } from "./waits.ts";

/** The public interface of the flows room. Expected failures are thrown as `AppError`. */
export type Flows = {
  /**
   * Returns the subject's open instance of a flow, or a new one. `again` starts a new one if the open
   * instance has reached an end or a wait; `startOver` always starts a new one.
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
  /** Submits a step in one transaction: all work that follows at once succeeds with it or is rolled back. */
  readonly submit: (given: Submission) => Promise<View>;
  /** Sends the code of the `otp` challenge that the person has reached. */
  readonly send: (given: CodeAsked) => Promise<OtpSent>;
  /** Delivers an event of another room to the instances that wait for it, in that room's transaction. */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<number>;
  /** Moves a visitor's instances and other data to an account, in that room's transaction. */
  readonly claim: (tx: Tx, visitor: Subject, person: Subject) => Promise<void>;
  /** Returns the effects that an unpublished version would have on the open instances. Changes nothing. */
  readonly survey: SurveyOpen;
};

/** Creates the room and registers the workers of its jobs. */
export function createFlows(given: FlowsDeps): Flows {
  const deps: FlowsDeps = { ...given, nudge: (run, afterMs) => nudge(deps, run, afterMs) };
  deps.jobs.work<RunRef>(RUN_JOB, (run) => runEffect(deps, run), {
    retries: 8,
    retryDelay: 1,
    // A batch has five runs, one after the other. Each takes at most the vendor's timeout.
    mostSeconds: 200,
    concurrency: 4,
    // A vendor that does not answer blocks only one lane.
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
  // Requests for the same instance in this process wait here, without a connection. Between processes, the
  // lock on the row makes them wait.
  const inTurn = createTurns({ each: 1 });
  return {
    open: (flow, subject, options) =>
      inTurn(`${subject} ${flow}`, () => openInstance(deps, flow, subject, options)),
    entries: (place, subject) => entriesAt(deps, place, subject),
    pages: () => pagesOfFlows(deps),
    view: (id, subject) => view(deps, id, subject),
    submit: (given) => inTurn(given.id, () => submitStep(deps, given)),
    send: (given) => inTurn(given.id, () => sendCode(deps, given)),
    deliver: (tx, event) => deliverEvent(deps, tx, event),
    claim: (tx, visitor, person) => claim(deps, tx, visitor, person),
    survey: (next, options) => survey(deps, next, options),
  };
}

// This call only saves time. The job ensures that the effect runs: it survives this process, and runs again
// if this call fails.
function nudge(deps: FlowsDeps, run: RunRef, afterMs: number): void {
  const later = () => void runEffect(deps, run).catch(() => {});
  // The timer starts inside the transaction that queues the try, and runs after the transaction's end.
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
