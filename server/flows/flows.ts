import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  type Decision,
  submit as decide,
  effectInput,
  type Step,
  secretsOf,
  type Walk,
} from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { AppError, type ErrorField } from "../http/index.ts";
import { advance, runLocal } from "./advance.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { eraseUnclaimed } from "./erase-unclaimed.ts";
import { withFacts } from "./facts.ts";
import { lockInstance, readInstance, type StoredInstance } from "./instance-store.ts";
import {
  audit,
  type OpenPassage,
  type Passage,
  setOut,
  type WalkOutcome,
  walkOn,
  writeAnswer,
  writeReceipt,
} from "./passage.ts";
import type { Language, OtpSent, Subject } from "./registry.ts";
import { runEffect, sweepRuns } from "./run-effect.ts";
import { RUN_JOB, type RunRef } from "./run-job.ts";
import { type View, viewOf } from "./view.ts";
import { deliverEvent, endOverdueWaits, type FlowEvent } from "./waits.ts";
import { fieldMessage } from "./words.ts";

/** What a request brings for a step: an answer, or the code of a challenge. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** The flows room. Expected failures are thrown as `AppError`, with a code of the one table. */
export type Flows = {
  /** The subject's open instance of a flow, or a new one; `again` begins anew where it ends or waits. */
  readonly open: (
    flow: string,
    subject: Subject,
    options: { readonly again: boolean; readonly language: Language },
  ) => Promise<View>;
  /** Where an instance stands. Changes nothing. */
  readonly view: (id: string, subject: Subject) => Promise<View>;
  /** One submission is one transaction: everything that it leads to at once happens with it, or nothing does. */
  readonly submit: (given: {
    readonly id: string;
    readonly subject: Subject;
    readonly step: string;
    readonly body: StepBody;
    readonly key: string;
  }) => Promise<View>;
  /** Sends the code of an `otp` challenge at which the person is. */
  readonly send: (id: string, subject: Subject, step: string) => Promise<OtpSent>;
  /** Gives another room's event to the instances that wait for it, in that room's transaction. */
  readonly deliver: (tx: Tx, event: FlowEvent) => Promise<number>;
  /** Moves a visitor's instances (and what else is hers) to an account, in that room's transaction. */
  readonly claim: (tx: Tx, visitor: Subject, person: Subject) => Promise<void>;
};

/** Opens the room and says who does its jobs. */
export function createFlows(given: FlowsDeps): Flows {
  const deps: FlowsDeps = { ...given, nudge: (run, afterMs) => nudge(deps, run, afterMs) };
  deps.jobs.work<RunRef>(RUN_JOB, (run) => runEffect(deps, run), {
    retries: 8,
    retryDelay: 1,
    concurrency: 4,
  });
  for (const [name, cron, work] of [
    ["flows.sweep", "* * * * *", () => sweepRuns(deps)],
    ["flows.waits", "* * * * *", () => endOverdueWaits(deps)],
    ["flows.erase-unclaimed", "15 * * * *", () => eraseUnclaimed(deps)],
  ] as const) {
    deps.jobs.work(name, work);
    deps.jobs.schedule(name, cron);
  }
  return {
    open: (flow, subject, options) => open(deps, flow, subject, options),
    view: (id, subject) => view(deps, id, subject),
    submit: (given) => submit(deps, given),
    send: (id, subject, step) => send(deps, { id, subject, step }),
    deliver: (tx, event) => deliverEvent(deps, tx, event),
    claim: (tx, visitor, person) => claim(deps, tx, visitor, person),
  };
}

// The job is what counts: it survives this process, and comes again where this fails.
function nudge(deps: FlowsDeps, run: RunRef, afterMs: number): void {
  setTimeout(() => void runEffect(deps, run).catch(() => {}), afterMs + 20).unref();
}

async function open(
  deps: FlowsDeps,
  flow: string,
  subject: Subject,
  { again, language }: { readonly again: boolean; readonly language: Language },
): Promise<View> {
  const current = deps.definitions.current(flow);
  const compiled = current === null ? null : await deps.definitions.compiled(current.hash);
  if (current === null || compiled === null) throw new AppError("flow-unknown");
  if (compiled.definition.flow.subject === "account" && personIdOf(subject) === null)
    throw new AppError("log-in-first");
  const id = await deps.db.transaction().execute(async (tx) => {
    // Two tabs that open at once get one instance.
    await sql`select pg_advisory_xact_lock(6050001, hashtext(${`${subject} ${flow}`}))`.execute(tx);
    const last = await tx
      .selectFrom("flow_instances")
      .select(["id", "closed_at"])
      .where("subject", "=", subject)
      .where("flow", "=", flow)
      .orderBy("ordinal", "desc")
      .limit(1)
      .executeTakeFirst();
    const goesOn = last !== undefined && last.closed_at === null ? await readInstance(tx, last.id) : null;
    if (goesOn !== null && !(await mustBeginAnew(deps, tx, goesOn, again))) return goesOn.instance.id;
    const repeated = again || goesOn !== null ? (last?.id ?? null) : null;
    return await begin(deps, tx, { flow, version: current.hash, subject, language, again: repeated });
  });
  return await view(deps, id, subject);
}

/** Whether an open instance is left behind: it stands at an end or waits, or its policy is to restart on a new version. */
async function mustBeginAnew(
  deps: FlowsDeps,
  tx: Tx,
  stored: StoredInstance,
  again: boolean,
): Promise<boolean> {
  let passage: Passage;
  try {
    passage = await setOut(deps, tx, stored);
  } catch (error) {
    if (error instanceof AppError && error.code === "begin-again") return true;
    throw error;
  }
  if (!again) return false;
  const { at } = (await walkOn(passage)).walk;
  return at.kind === "wait" || at.kind === "end";
}

async function begin(
  deps: FlowsDeps,
  tx: Tx,
  given: Pick<StoredInstance, "subject" | "language" | "again"> & {
    readonly flow: string;
    readonly version: string;
  },
): Promise<string> {
  const id = randomUUID();
  const at = deps.clock.now().toJSDate();
  await tx
    .insertInto("flow_instances")
    .values({
      id,
      flow: given.flow,
      version: given.version,
      subject: given.subject,
      opened_by: given.subject,
      again: given.again,
      language: given.language,
      opened_at: at,
      touched_at: at,
      closed_at: null,
    })
    .execute();
  await record(tx, deps.clock, {
    actor: given.subject,
    action: "flows.open",
    subject: `instance:${id}`,
    to: "open",
    version: given.version,
    detail: { flow: given.flow, ...(given.again === null ? {} : { again: given.again }) },
  });
  return id;
}

async function view(deps: FlowsDeps, id: string, subject: Subject): Promise<View> {
  const stored = await readInstance(deps.db, id);
  if (stored === null || !maySee(stored, subject)) throw new AppError("not-your-instance");
  const passage = await setOut(deps, deps.db, stored);
  return await show(deps.db, passage, await walkOn(passage));
}

/** Its subject; and, once it is over, who opened it: a sign-up's last page is shown to the visitor who just signed up. */
function maySee(stored: StoredInstance, subject: Subject): boolean {
  return stored.subject === subject || (stored.openedBy === subject && stored.closedAt !== null);
}

async function show(db: Db | Tx, passage: Passage, outcome: WalkOutcome): Promise<View> {
  const { stored } = passage;
  const pending = await db
    .selectFrom("flow_runs")
    .select("step")
    .where("instance", "=", stored.instance.id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  const repeated =
    stored.again === null || stored.closedAt !== null ? null : await readInstance(db, stored.again);
  const prefill =
    repeated?.subject === stored.subject && !isOverForVisitor(repeated) ? repeated.instance.answers : {};
  return viewOf(passage, outcome, {
    prefill: Object.fromEntries(Object.entries(prefill).map(([step, { value }]) => [step, value])),
    busy: pending !== undefined,
    withheld: isOverForVisitor(stored),
  });
}

/** A visitor's instance that is over shows no answers, whoever sits there next; and known and new e-mails look the same. */
function isOverForVisitor({ closedAt, openedBy }: StoredInstance): boolean {
  return closedAt !== null && openedBy.startsWith("visitor:");
}

/** What a submission came to, as it is kept under its key: no body, no secret, only how it ended. */
type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly code: string; readonly params?: JsonObject };

type Submission = Parameters<Flows["submit"]>[0];

async function submit(deps: FlowsDeps, given: Submission): Promise<View> {
  const { view: shown, outcome } = await deps.db.transaction().execute(async (tx) => {
    const stored = await lockInstance(tx, given.id);
    if (stored === null || !maySee(stored, given.subject)) throw new AppError("not-your-instance");
    const passage: OpenPassage = { ...(await setOut(deps, tx, stored)), tx };
    const bodyHash = hashOf(passage, given);
    const before = await tx
      .selectFrom("flow_submissions")
      .select(["step", "body_hash", "outcome"])
      .where("instance", "=", given.id)
      .where("key", "=", given.key)
      .executeTakeFirst();
    if (before !== undefined) {
      if (before.step !== given.step || before.body_hash !== bodyHash)
        throw new AppError("idempotency-key-reused", { status: 409 });
      const walked = await walkOn(passage);
      return { view: await show(tx, passage, walked), outcome: before.outcome as unknown as Outcome };
    }
    if (stored.closedAt !== null || stored.subject !== given.subject) throw new AppError("step-not-open");
    const taken = await take(deps, passage, given);
    await keep(
      deps,
      taken.passage,
      { ...given, since: stored.instance.version },
      { bodyHash, outcome: taken.outcome },
    );
    return { view: await show(tx, taken.passage, taken), outcome: taken.outcome };
  });
  // A wrong code is counted, so its transaction is committed before it is refused.
  if (outcome.kind === "refused")
    throw new AppError(outcome.code, {
      status: 422,
      params: outcome.params ?? {},
      fields: [
        {
          pointer: "/code",
          code: outcome.code,
          message: `warning:errors.${outcome.code}`,
          params: outcome.params ?? {},
        },
      ],
    });
  return shown;
}

type Taken = WalkOutcome & { readonly passage: OpenPassage; readonly outcome: Outcome };

/** Decides about the body by the kind of its step and does what follows from it. */
async function take(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  await refuseWhileBusy(passage);
  const step = stepOf(passage, given.step);
  switch (step?.kind) {
    case "form":
    case "review":
      return await takeAnswer(deps, passage, given);
    case "effect":
      return step.form === true
        ? await takeSecrets(deps, passage, given)
        : await takeDue(deps, passage, given);
    case "challenge":
      return await takeCode(deps, passage, given);
    case "wait":
    case "decide":
    case "end":
    case undefined:
      throw new AppError("step-not-open");
    default:
      return unreachable(step, "take");
  }
}

/** The step of that name; names come from a request's address, so only the definition's own are looked up. */
function stepOf({ compiled }: Pick<Passage, "compiled">, name: string): Step | undefined {
  const { steps } = compiled.definition.flow;
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}

/** While an effect is being done, what it was given must stand. */
async function refuseWhileBusy({ tx, stored }: OpenPassage): Promise<void> {
  const pending = await tx
    .selectFrom("flow_runs")
    .select("step")
    .where("instance", "=", stored.instance.id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  if (pending !== undefined) throw new AppError("effect-running", { status: 409 });
}

async function takeAnswer(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const accepted = await accept(passage, given);
  const answer = accepted.answers[given.step];
  if (answer === undefined) throw new Error(`flows: the accepted answer of "${given.step}" is not there`);
  const kept = await writeAnswer(deps, passage, { step: given.step, value: answer.value });
  return { ...(await advance(deps, kept)), outcome: { kind: "done" } };
}

/** An effect's own form: its secrets live as long as this call; the rest is kept as its answer. */
async function takeSecrets(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const accepted = await accept(passage, given);
  const { at } = accepted.walk;
  if (at.kind !== "effect" || at.step !== given.step) throw new AppError("step-not-open");
  const answer = accepted.answers[given.step];
  const kept = await writeAnswer(deps, passage, { step: given.step, value: answer?.value ?? {} });
  const { facts } = await walkOn(kept);
  const ran = await runLocal(deps, kept, {
    walk: accepted.walk,
    facts,
    at,
    given: effectInput(passage.compiled, accepted.walk, accepted.form),
  });
  return { ...(await advance(deps, ran)), outcome: { kind: "done" } };
}

/** An effect without a form is submitted only to set it going, such as after moving to a newer version. */
async function takeDue(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const { at } = (await walkOn(passage)).walk;
  if (at.kind !== "effect" || at.step !== given.step || at.state !== "due")
    throw new AppError("step-not-open");
  return { ...(await advance(deps, passage)), outcome: { kind: "done" } };
}

type Accepted = Extract<Decision, { readonly kind: "accepted" }>;

/** The engine's decision with all the facts that it needs. Throws what it refuses, with words at the fields. */
async function accept({ compiled, stored, flags, facts }: OpenPassage, given: Submission): Promise<Accepted> {
  const submission = { step: given.step, answer: given.body.answer ?? {} };
  const { outcome: decision } = await withFacts<Exclude<Decision, { readonly kind: "needs" }>>(
    facts,
    (known) => {
      const decided = decide(compiled, stored.instance, known, flags, submission);
      return decided.kind === "needs" ? { needs: decided.facts } : { needs: null, outcome: decided };
    },
  );
  if (decision.kind === "not-open") throw new AppError("step-not-open");
  if (decision.kind === "accepted") return decision;
  const code = decision.errors.some((error) => error.code === "values-changed")
    ? "values-changed"
    : "not-valid";
  throw new AppError(code, {
    status: code === "not-valid" ? 422 : 409,
    fields: decision.errors.map((error): ErrorField => fieldMessage(compiled.definition, given.step, error)),
  });
}

async function takeCode(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const outcome = await walkOn(passage);
  const { at } = outcome.walk;
  const code = given.body.code;
  if (at.kind !== "challenge" || at.step !== given.step) throw new AppError("step-not-open");
  if (code === undefined || code === "")
    throw new AppError("not-valid", {
      fields: [{ pointer: "/code", code: "required", message: "form:errors.required" }],
    });
  const verdict = await verify(deps, passage, given.step, code);
  switch (verdict.kind) {
    case "passed":
    case "exhausted": {
      const next = await writeReceipt(deps, passage, {
        receipt: {
          kind: "challenge",
          step: given.step,
          outcome: verdict.kind,
          values: at.values,
        },
        facts: outcome.facts,
      });
      await audit(deps, next, { action: "flows.challenge", to: verdict.kind, detail: { step: given.step } });
      return { ...(await advance(deps, next)), outcome: { kind: "done" } };
    }
    case "wrong":
      return {
        ...outcome,
        passage,
        outcome: { kind: "refused", code: "code-wrong", params: { triesLeft: verdict.triesLeft } },
      };
    case "expired":
      return { ...outcome, passage, outcome: { kind: "refused", code: "code-expired" } };
    default:
      return unreachable(verdict, "takeCode");
  }
}

async function verify(deps: FlowsDeps, { tx, stored, compiled }: OpenPassage, name: string, code: string) {
  const step = stepOf({ compiled }, name);
  if (step?.kind !== "challenge") throw new Error(`flows: "${name}" is no challenge`);
  const { subject } = stored;
  const personId = personIdOf(subject);
  if (step.challenge === "otp") {
    const { action = "order", channel = "email" } = step;
    return await deps.challenges.verifyOtp(tx, { subject, personId, action, channel, code });
  }
  if (personId === null) throw new Error(`flows: "${name}" asks a visitor for ${step.challenge}`);
  if (step.challenge === "pin") return await deps.challenges.verifyPin(tx, { personId, pin: code });
  if (deps.challenges.verifyTotp === undefined) throw new Error("flows: nobody verifies authenticator codes");
  return await deps.challenges.verifyTotp(tx, { personId, code });
}

async function keep(
  deps: FlowsDeps,
  passage: OpenPassage,
  given: Submission & { readonly since: string },
  { bodyHash, outcome }: { readonly bodyHash: string; readonly outcome: Outcome },
): Promise<void> {
  const { tx, stored } = passage;
  const at = deps.clock.now().toJSDate();
  const moved = given.since !== stored.instance.version;
  await tx
    .insertInto("flow_submissions")
    .values({
      instance: given.id,
      key: given.key,
      step: given.step,
      body_hash: bodyHash,
      outcome: JSON.stringify(outcome),
      at,
    })
    .execute();
  await tx
    .updateTable("flow_instances")
    .set({ version: stored.instance.version, touched_at: at })
    .where("id", "=", given.id)
    .execute();
  await audit(deps, passage, {
    action: "flows.submit",
    actor: given.subject,
    to: outcome.kind === "done" ? "accepted" : outcome.code,
    detail: { step: given.step, ...(moved ? { movedFrom: given.since } : {}) },
  });
}

/** The body without its secrets: a hash of a PIN is a PIN. What the step does not know is not part of it either. */
function hashOf({ compiled }: Passage, { step, body }: Submission): string {
  const node = stepOf({ compiled }, step);
  const secret = new Set(node === undefined ? [] : secretsOf(compiled, step));
  const known = new Set(node === undefined ? [] : (compiled.definition.fieldOrder[step] ?? []));
  const isKept = (name: string) => node?.kind === "review" || (known.has(name) && !secret.has(name));
  const kept = Object.fromEntries(Object.entries(body.answer ?? {}).filter(([name]) => isKept(name)));
  return createHash("sha256")
    .update(canonicalJson({ step, answer: kept }))
    .digest("hex");
}

async function send(
  deps: FlowsDeps,
  given: { readonly id: string; readonly subject: Subject; readonly step: string },
): Promise<OtpSent> {
  return await deps.db.transaction().execute(async (tx) => {
    const stored = await lockInstance(tx, given.id);
    if (stored === null || stored.subject !== given.subject) throw new AppError("not-your-instance");
    const passage = await setOut(deps, tx, stored);
    const step = stepOf(passage, given.step);
    const { walk }: { readonly walk: Walk } = await walkOn(passage);
    if (walk.at.kind !== "challenge" || walk.at.step !== given.step) throw new AppError("step-not-open");
    if (step?.kind !== "challenge" || step.challenge !== "otp") throw new AppError("step-not-open");
    const sent = await deps.challenges.sendOtp(tx, {
      subject: given.subject,
      personId: personIdOf(given.subject),
      action: step.action ?? "order",
      channel: step.channel ?? "email",
      language: stored.language,
    });
    if (!sent.ok) throw new AppError(sent.error.code, { status: 429, params: sent.error.params ?? {} });
    return sent.value;
  });
}

async function claim(deps: FlowsDeps, tx: Tx, visitor: Subject, person: Subject): Promise<void> {
  if (!visitor.startsWith("visitor:") || !person.startsWith("person:"))
    throw new Error(
      `flows.claim: only a visitor's instances are claimed, only by an account (${visitor.slice(0, 8)})`,
    );
  await tx.updateTable("flow_instances").set({ subject: person }).where("subject", "=", visitor).execute();
  await deps.claimed(tx, visitor, person);
}
