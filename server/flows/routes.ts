import type { JsonObject } from "../../engine/values/json.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  type App,
  AppError,
  answer,
  clientOf,
  EVEN_MS,
  evenly,
  idempotencyKey,
  languageOf,
  nameAnswers,
  type Request,
  subjectOf,
} from "../http/index.ts";
import { FLOW_ANSWERS } from "./answers.ts";
import type { Flows } from "./flows.ts";
import type { Subject } from "./registry.ts";

const ID = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", format: "uuid" } },
} as const;
const STEP = {
  type: "object",
  required: ["id", "step"],
  properties: { id: { type: "string", format: "uuid" }, step: { type: "string", maxLength: 100 } },
} as const;
const FLOW = {
  type: "object",
  required: ["flow"],
  properties: { flow: { type: "string", pattern: "^[a-z][a-z0-9-]{0,60}$" } },
} as const;
const VIEW = { 200: answer("View") };

/** Routes of flows: what is open to whom is decided per instance, by its subject. */
export function flowsRoutes(
  app: App,
  flows: Flows,
  deps: { readonly definitions: Pick<Definitions, "current" | "address"> },
): void {
  nameAnswers(app, FLOW_ANSWERS);
  app.get<{ Params: { flow: string } }>(
    "/api/flows/:flow",
    {
      schema: {
        summary: "The current version of a flow",
        tags: ["flows"],
        params: FLOW,
        response: { 200: answer("FlowVersion") },
      },
    },
    async (request) => {
      const current = deps.definitions.current(request.params.flow);
      if (current === null) throw new AppError("flow-unknown");
      const { flow, hash } = current;
      return { flow, hash, module: await deps.definitions.address(hash) };
    },
  );

  app.post<{ Params: { flow: string }; Body: { again?: boolean; startOver?: boolean } | null }>(
    "/api/flows/:flow/instances",
    {
      schema: {
        summary:
          "Opens the subject's open instance, or a new one; `again` begins anew after an end, `startOver` anywhere",
        tags: ["flows"],
        params: FLOW,
        body: {
          type: ["object", "null"],
          additionalProperties: false,
          properties: { again: { type: "boolean" }, startOver: { type: "boolean" } },
        },
        response: VIEW,
      },
    },
    async (request) =>
      await flows.open(request.params.flow, whose(request), {
        again: request.body?.again ?? false,
        startOver: request.body?.startOver ?? false,
        language: request.person?.language ?? languageOf(request),
        staff: hasRole(request),
      }),
  );

  app.get<{ Params: { id: string } }>(
    "/api/instances/:id",
    { schema: { summary: "Where an instance stands", tags: ["flows"], params: ID, response: VIEW } },
    async (request) => await flows.view(request.params.id, whose(request)),
  );

  app.post<{ Params: { id: string; step: string }; Body: { answer?: JsonObject; code?: string } | null }>(
    "/api/instances/:id/steps/:step",
    {
      config: { repeatable: true },
      schema: {
        summary:
          "Submits one step; the same `Idempotency-Key` gets the same answer and nothing happens again",
        tags: ["flows"],
        params: STEP,
        headers: { type: "object", properties: { "idempotency-key": { type: "string" } } },
        body: {
          type: ["object", "null"],
          additionalProperties: false,
          properties: {
            answer: { type: "object", additionalProperties: true },
            code: { type: "string", maxLength: 40 },
          },
        },
        response: VIEW,
      },
    },
    async (request) => {
      const submission = {
        id: request.params.id,
        subject: whose(request),
        client: clientOf(request),
        step: request.params.step,
        body: request.body ?? {},
        key: idempotencyKey(request),
        staff: hasRole(request),
      };
      // What a visitor sends may be a sign-up: the time must not tell whether the e-mail had an account.
      return request.person === null
        ? await evenly(EVEN_MS, () => flows.submit(submission))
        : await flows.submit(submission);
    },
  );

  app.post<{ Params: { id: string; step: string } }>(
    "/api/instances/:id/steps/:step/send",
    {
      schema: {
        summary: "Sends a one-time password for a challenge step",
        tags: ["flows"],
        params: STEP,
        response: { 200: answer("OtpSent") },
      },
    },
    async (request) => await flows.send(request.params.id, whose(request), request.params.step),
  );
}

function hasRole({ person }: Request): boolean {
  return person !== null && person.role !== null;
}

function whose(request: Request): Subject {
  return subjectOf(request) as Subject;
}
