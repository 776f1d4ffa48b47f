import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { BRAND_CODES } from "../../domain/brands.ts";
import type { Config } from "../config.ts";
import { logOptions } from "../log.ts";
import { createTexts } from "../texts.ts";
import { trustProxyOption } from "../trusted-proxies.ts";
import { anonymous, everybody, guardCalls } from "./access.ts";
import type { App } from "./app.ts";
import { call } from "./call.ts";
import { endConnections } from "./end-connections.ts";
import { endUnread } from "./end-unread.ts";
import { asAppError, errorBody } from "./error-body.ts";
import { AppError } from "./errors.ts";
import { changesInTurn } from "./in-turn.ts";
import { acceptJson } from "./json-body.ts";
import { rememberPaths } from "./known-paths.ts";
import { limitBodies } from "./limit-bodies.ts";
import { type CountCalls, limitStore } from "./limit-store.ts";
import { networkOf } from "./network-of.ts";
import { repeatWhatMay } from "./repeat.ts";
import { routeSchemas } from "./route-schemas.ts";
import { type Packed, pack, sendPacked } from "./same-for-all.ts";
import { refuseOtherOrigins } from "./same-origin.ts";
import {
  AnyJson,
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  NOTHING,
  named,
  nameSchemas,
  objectOf,
  oneOf,
  Sentence,
  TEXT,
  WHOLE,
} from "./schemas.ts";
import { sharedLook } from "./shared-look.ts";

/** Cache time of a health check, so that a burst of requests runs one check. */
const LOOK_MS = 1_000;

/** Maximum JSON body. The longest form is a hundredth of it. */
const JSON_LIMIT_BYTES = 256 * 1024;

/** Checks the server's dependencies before it gets traffic. */
export type Readiness = () => Promise<{
  readonly database: boolean;
  readonly jobs: boolean;
  /** Schedules whose job is overdue. They do not prevent readiness. */
  readonly overdue: readonly { readonly job: string; readonly since: string }[];
  /** Whether the master key matches the database. */
  readonly key: boolean;
  /** Whether the data folder is writable. */
  readonly storage: boolean;
}>;

/**
 * Creates the HTTP server for all rooms: security headers, cookies, bounded bodies, uniform errors in both languages,
 * same-origin check, structured log, OpenAPI, health.
 */
export async function createHttp(
  config: Pick<Config, "env" | "rootDir" | "origin" | "brand" | "logLevel" | "trustProxy">,
  options: {
    readonly ready?: Readiness;
    /** Destination of log lines instead of stdout. */
    readonly logStream?: { write: (line: string) => void };
    /** Requests per minute and address. */
    readonly requestsPerMinute?: number;
    /** Counts rate-limited calls over all server processes. Without it each process counts alone. */
    readonly countCalls?: CountCalls;
    /** How long an answer can stay unread before its connection is closed. */
    readonly unreadMs?: number;
  } = {},
): Promise<App> {
  const checks = routeSchemas();
  const texts = createTexts({ rootDir: config.rootDir, fresh: config.env === "development" });
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // The client closed the connection during its request. This is no server error.
    const hasGone = request.raw.destroyed && !request.raw.complete;
    const known = hasGone ? new AppError("bad-request") : asAppError(error);
    request.refusal = known.code;
    if (known.status >= 500) request.log.error({ err: error }, known.code);
    return reply
      .code(known.status)
      .headers(known.headers)
      .header("Cache-Control", "no-store")
      .send(errorBody(texts, known, request.id));
  };
  const app: App = fastify({
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: refuse,
    logger: logOptions(config, options.logStream),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: JSON_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    // Each route's schema decides about unknown parameters and fields.
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: "array", useDefaults: true, allErrors: false },
    },
    schemaController: checks.controller,
    // One line per request, written below after the answer.
    logController: new fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    // For the whole request. Routes limit the body separately (`limitBodies`).
    requestTimeout: 330_000,
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 10_000 },
  });
  rememberPaths(app);
  limitBodies(app);
  guardCalls(app);
  repeatWhatMay(app);
  endConnections(app);
  endUnread(app, options.unreadMs);
  changesInTurn(app);
  app.decorate("compileChecks", checks.compileAll);
  app.decorateRequest("person", null);
  app.decorateRequest("visitor", null);
  app.decorateRequest("refusal", null);
  app.setErrorHandler(refuse);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Investor portal",
        description: "What the pages and the native app call. Errors: `{code, message: {th, en}, fields}`.",
        version: "1",
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
  });
  // Schemas describe answers and do not filter them: a member missing in a schema is still sent.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
    strictTransportSecurity: config.env === "runtime",
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("Permissions-Policy", PERMISSIONS);
  });
  await app.register(rateLimit, {
    global: true,
    max: options.requestsPerMinute ?? (config.env === "runtime" ? 1_200 : 1_000_000),
    timeWindow: 60_000,
    store: limitStore(options.countCalls),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new AppError("too-many-requests", {
        headers: { "Retry-After": String(Math.ceil(context.ttl / 1000)) },
      }),
  });
  await app.register(cookie);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 0, parts: 1, fileSize: 20 * 1024 * 1024 },
  });
  refuseOtherOrigins(app, config.origin);
  acceptJson(app);
  contentPolicyReports(app, config.env);
  healthRoutes(app, config, options.ready);
  // Infinity passes numeric validation, so it is rejected here.
  app.addHook("preHandler", async ({ query }) => {
    const endless = Object.entries(query as object).find(([, value]) => Math.abs(value) === Infinity);
    if (endless === undefined) return;
    const field = { pointer: `/${endless[0]}`, code: "type", message: "form:errors.type" };
    throw new AppError("not-valid", { fields: [field] });
  });
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.quiet === true) return;
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "request");
  });
  app.addHook("onSend", async (request, reply, payload) => {
    // API answers are personal and momentary.
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("Cache-Control", "no-store");
    return payload;
  });
  return app;
}

/** Device features that pages use: camera for cards and faces, passkeys, clipboard writing. All others are disabled. */
const PERMISSIONS = [
  "camera=(self), clipboard-write=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)",
  "accelerometer=(), bluetooth=(), browsing-topics=(), clipboard-read=(), display-capture=(), geolocation=()",
  "gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
].join(", ");

const CONTENT_POLICY = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "blob:", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "manifest-src": ["'self'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "report-uri": ["/api/csp-report"],
};

// Counts the browsers' reports of policy violations. A journey without reports violated nothing.
function contentPolicyReports(app: App, env: Config["env"]): void {
  const counts = new Map<string, number>();
  const types = ["application/csp-report", "application/reports+json"];
  app.addContentTypeParser(types, { parseAs: "string", bodyLimit: 16 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  call(
    app,
    "POST /api/csp-report",
    {
      summary: "What the content security policy stopped",
      tags: ["portal"],
      access: anonymous,
      answers: NOTHING,
      errors: [],
      config: { crossOrigin: true },
    },
    (request) => {
      const directive =
        /"(?:effective-directive|effectiveDirective|violated-directive)"\s*:\s*"([a-z-]+)/.exec(
          typeof request.body === "string" ? request.body : JSON.stringify(request.body ?? null),
        );
      const name = directive?.[1] ?? "unknown";
      if (counts.size < 50 || counts.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      request.log.warn({ directive: name }, "content policy");
    },
  );
  if (env === "development")
    call(
      app,
      "GET /api/dev/csp-reports",
      {
        summary: "How often the policy stopped what",
        tags: ["development"],
        access: anonymous,
        answers: { 200: objectOf({ total: WHOLE, byDirective: mapOf(WHOLE) }) },
        errors: [],
      },
      () => ({
        total: [...counts.values()].reduce((sum, count) => sum + count, 0),
        byDirective: Object.fromEntries(counts),
      }),
    );
}

const Ready = objectOf({
  ok: FLAG,
  database: FLAG,
  jobs: FLAG,
  overdue: listOf(objectOf({ job: TEXT, since: INSTANT })),
  key: FLAG,
  storage: FLAG,
});

const Settings = named(
  "Settings",
  objectOf(
    {
      brand: oneOf(...BRAND_CODES),
      slug: { ...TEXT, description: "Beginning of the cookies' names" },
      env: oneOf("development", "runtime"),
      demo: { ...FLAG, description: "Whether figures and people are demonstration data" },
    },
    "What the server says about itself",
  ),
);

function healthRoutes(
  app: App,
  config: Pick<Config, "brand" | "env">,
  ready: Readiness = async () => ({ database: true, jobs: true, overdue: [], key: true, storage: true }),
): void {
  const look = sharedLook(LOOK_MS, ready);
  call(
    app,
    "GET /healthz",
    {
      summary: "Whether this process lives",
      tags: ["operations"],
      access: everybody,
      answers: { 200: objectOf({ ok: FLAG }) },
      errors: [],
      config: { quiet: true, rateLimit: false },
    },
    () => ({ ok: true }),
  );
  call(
    app,
    "GET /readyz",
    {
      summary: "Whether this process can serve people",
      tags: ["operations"],
      access: everybody,
      answers: { 200: Ready, 503: Ready },
      errors: [],
      config: { quiet: true, rateLimit: false },
    },
    async (_request, reply) => {
      const state = await look();
      const ok = state.database && state.jobs && state.key && state.storage;
      return reply.code(ok ? 200 : 503).send({ ok, ...state });
    },
  );
  nameSchemas(app, [Sentence, AnyJson]);
  call(
    app,
    "GET /api/settings",
    {
      summary: "Which brand and kind of installation this is",
      tags: ["portal"],
      access: everybody,
      answers: { 200: Settings },
      errors: [],
    },
    () => ({
      brand: config.brand,
      slug: config.brand,
      env: config.env,
      demo: config.env === "development",
    }),
  );
  // Cached, because it is complete once the server listens.
  let document: Packed | null = null;
  app.get(
    "/api/openapi.json",
    { config: { access: anonymous, sameForAll: true }, schema: { hide: true } },
    async (request, reply) => {
      document ??= pack(JSON.stringify(app.swagger()));
      return await sendPacked(request, reply, document);
    },
  );
}
