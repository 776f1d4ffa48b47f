import names from "../../schemas/names.json" with { type: "json" };
import type { Definitions } from "../definitions/index.ts";
import {
  ANY_OBJECT,
  type App,
  AppError,
  anonymous,
  call,
  clientOf,
  evenly,
  everybody,
  FLAG,
  idempotencyKey,
  inputOf,
  languageOf,
  newVisitor,
  oneOf,
  orNull,
  ownedWithin,
  type Request,
  TEXT,
  UUID,
  visitor,
  WHOLE,
} from "../http/index.ts";
import { EntryList, FlowPages, FlowVersion, View } from "./answers.ts";
import type { Flows } from "./flows.ts";
import { OtpSent, type Subject } from "./registry.ts";

/** The names of the pages that can show links to flows. */
const PLACES = names.entries;
const ID = inputOf({ id: UUID });
const STEP = inputOf({ id: UUID, step: { ...TEXT, maxLength: 100 } });
const FLOW = inputOf({ flow: { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,60}$" } });
const owner = ownedWithin("not-your-instance");
/** Errors that can occur whenever an instance is walked. */
const WALKING = [
  "begin-again",
  "version-missing",
  "version-broken",
  "facts-contradict",
  "calendar-not-loaded",
] as const;

/** Registers the calls for flows. Whether a caller may use an instance depends on its subject. */
export function flowsRoutes(
  app: App,
  flows: Flows,
  deps: {
    readonly definitions: Pick<Definitions, "current" | "address">;
    /**
     * Time unit in milliseconds. An answer to a visitor is delayed until a whole multiple of it has passed.
     */
    readonly evenMs: number;
  },
): void {
  publishedRoutes(app, flows, deps.definitions);
  instanceRoutes(app, flows);
  submitRoute(app, flows, deps.evenMs);
  sendCodeRoute(app, flows);
}

function publishedRoutes(
  app: App,
  flows: Flows,
  definitions: Pick<Definitions, "current" | "address">,
): void {
  call(
    app,
    "GET /api/flows",
    {
      summary: "Every published flow, and the page where it runs",
      tags: ["flows"],
      access: everybody,
      answers: { 200: FlowPages },
      errors: [],
    },
    async () => await flows.pages(),
  );

  call(
    app,
    "GET /api/entries/:place",
    {
      summary: "The links to flows that whoever asks is offered at a place of the portal",
      tags: ["flows"],
      access: anonymous,
      params: inputOf({ place: oneOf(...PLACES) }),
      answers: { 200: EntryList },
      errors: [],
    },
    async (request) => await flows.entries(request.params.place, subjectOf(request)),
  );

  call(
    app,
    "GET /api/flows/:flow",
    {
      summary: "The current version of a flow",
      tags: ["flows"],
      access: anonymous,
      params: FLOW,
      answers: { 200: FlowVersion },
      errors: ["flow-unknown", "version-broken"],
    },
    async (request) => {
      const current = definitions.current(request.params.flow);
      if (current === null) throw new AppError("flow-unknown");
      const { flow, hash } = current;
      return { flow, hash, module: await definitions.address(hash) };
    },
  );
}

function instanceRoutes(app: App, flows: Flows): void {
  call(
    app,
    "POST /api/flows/:flow/instances",
    {
      summary:
        "Opens the subject's open instance, or a new one; `again` begins anew after an end, `startOver` anywhere, `blank` without the answers before",
      tags: ["flows"],
      access: newVisitor,
      params: FLOW,
      body: orNull(inputOf({ "again?": FLAG, "startOver?": FLAG, "blank?": FLAG })),
      answers: { 200: View },
      errors: [...WALKING, "flow-unknown", "staff-hold-no-units", "effect-running"],
    },
    async (request) =>
      await flows.open(request.params.flow, request.subject, {
        again: request.body?.again ?? false,
        startOver: request.body?.startOver ?? false,
        blank: request.body?.blank ?? false,
        language: request.person?.language ?? languageOf(request),
        staff: hasRole(request),
      }),
  );

  call(
    app,
    "GET /api/instances/:id",
    {
      summary: "Where an instance stands",
      tags: ["flows"],
      access: visitor,
      params: ID,
      owner,
      answers: { 200: View },
      errors: WALKING,
    },
    async (request) => await flows.view(request.params.id, request.subject),
  );
}

function submitRoute(app: App, flows: Flows, evenMs: number): void {
  call(
    app,
    "POST /api/instances/:id/steps/:step",
    {
      summary: "Submits one step; the same `Idempotency-Key` gets the same answer and nothing happens again",
      tags: ["flows"],
      access: visitor,
      params: STEP,
      owner,
      body: orNull(
        inputOf({
          "answer?": ANY_OBJECT,
          "code?": { ...TEXT, maxLength: 40 },
          "seen?": { ...WHOLE, description: "The revision of this step's answer that the page showed" },
        }),
      ),
      headers: { type: "object", properties: { "idempotency-key": { type: "string" } } },
      answers: { 200: View },
      errors: [
        ...WALKING,
        "staff-hold-no-units",
        "idempotency-key-missing",
        "idempotency-key-invalid",
        "idempotency-key-reused",
        "step-not-open",
        "effect-running",
        "values-changed",
        "changed-elsewhere",
        "code-wrong",
        "code-expired",
        "requests-used-up",
      ],
      config: { repeatable: true },
    },
    async (request, reply) => {
      const { seen, ...body } = request.body ?? {};
      const renewal = request.person?.renewal;
      const submission = {
        id: request.params.id,
        subject: request.subject,
        client: clientOf(request),
        ...(request.person?.session === undefined ? {} : { session: request.person.session }),
        ...(renewal === undefined ? {} : { proved: renewal.prove }),
        step: request.params.step,
        body,
        ...(seen === undefined ? {} : { seen }),
        key: idempotencyKey(request),
        staff: hasRole(request),
      };
      // The submission of a visitor may be a sign-up. Then its response time must not reveal whether the
      // account exists.
      if (request.person === null) return await evenly(evenMs, () => flows.submit(submission));
      const view = await flows.submit(submission);
      await renewal?.handOver(reply);
      return view;
    },
  );
}

function sendCodeRoute(app: App, flows: Flows): void {
  call(
    app,
    "POST /api/instances/:id/steps/:step/send",
    {
      summary: "Sends a one-time password for a challenge step",
      tags: ["flows"],
      access: visitor,
      params: STEP,
      owner,
      answers: { 200: OtpSent },
      errors: [
        ...WALKING,
        "step-not-open",
        "otp-too-soon",
        "otp-daily-limit",
        "otp-no-channel",
        "sms-failed",
      ],
    },
    async (request) =>
      await flows.send({ ...request.params, subject: request.subject, session: request.person?.session }),
  );
}

/**
 * Returns the subject of a request. A visitor without a cookie has no subject of their own; viewing a page
 * opens no instance for them.
 */
function subjectOf({ person, visitor: cookie }: Request): Subject {
  return person === null ? `visitor:${cookie ?? "none"}` : `person:${person.id}`;
}

function hasRole({ person }: Request): boolean {
  return person !== null && person.role !== null;
}
