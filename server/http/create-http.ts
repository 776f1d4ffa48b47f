import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { logOptions } from "../log.ts";
import { createTexts, type Texts } from "../texts.ts";
import { trustProxyOption } from "../trusted-proxies.ts";
import { guardCalls } from "./access.ts";
import type { App } from "./app.ts";
import { CONTENT_POLICY, contentPolicyReports } from "./content-policy.ts";
import { endConnections } from "./end-connections.ts";
import { endUnread } from "./end-unread.ts";
import { asAppError, errorBody } from "./error-body.ts";
import { AppError } from "./errors.ts";
import { healthRoutes, type Readiness } from "./health-routes.ts";
import { changesInTurn } from "./in-turn.ts";
import { acceptJson } from "./json-body.ts";
import { rememberPaths } from "./known-paths.ts";
import { limitBodies } from "./limit-bodies.ts";
import { type CountCalls, limitStore } from "./limit-store.ts";
import { networkOf } from "./network-of.ts";
import { portalRoutes } from "./portal-routes.ts";
import { repeatWhatMay } from "./repeat.ts";
import { routeSchemas } from "./route-schemas.ts";
import { refuseOtherOrigins } from "./same-origin.ts";

type Settings = Pick<Config, "env" | "rootDir" | "origin" | "brand" | "logLevel" | "trustProxy">;

type Options = {
  readonly ready?: Readiness;
  /** Destination of log lines, instead of stdout. */
  readonly logStream?: { write: (line: string) => void };
  /** Maximum number of requests per minute and address. */
  readonly requestsPerMinute?: number;
  /** Counts rate-limited calls over all server processes. If absent, each process counts its own calls. */
  readonly countCalls?: CountCalls;
  /** Milliseconds for which a client can leave an answer unread before its connection is closed. */
  readonly unreadMs?: number;
};

/** Maximum size of a JSON body. The longest form needs a hundredth of it. */
const JSON_LIMIT_BYTES = 256 * 1024;

/**
 * Creates the HTTP server for all modules: security headers, cookies, limited bodies, uniform errors in both
 * languages, same-origin check, structured log, OpenAPI, health.
 */
export async function createHttp(config: Settings, options: Options = {}): Promise<App> {
  const checks = routeSchemas();
  const refuse = refusalIn(createTexts({ rootDir: config.rootDir, fresh: config.env === "development" }));
  const app = emptyServer(config, { logStream: options.logStream, refuse, schemas: checks.controller });
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
  await describeCalls(app);
  // Schemas describe answers but do not filter them: a member that the schema lacks is still sent.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  await secureHeaders(app, config.env);
  await limitCalls(app, config.env, options);
  await app.register(cookie);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 0, parts: 1, fileSize: 20 * 1024 * 1024 },
  });
  refuseOtherOrigins(app, config.origin);
  acceptJson(app);
  contentPolicyReports(app, config.env);
  healthRoutes(app, options.ready);
  portalRoutes(app, config);
  refuseEndlessNumbers(app);
  logAnswers(app);
  keepOutOfCaches(app);
  return app;
}

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Returns the handler of errors, which answers in both languages. */
function refusalIn(texts: Texts): Refuse {
  return (error, request, reply) => {
    // The client closed the connection during its request, which is no error of the server.
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
}

function emptyServer(
  config: Settings,
  {
    logStream,
    refuse,
    schemas,
  }: {
    readonly logStream: Options["logStream"];
    readonly refuse: Refuse;
    readonly schemas: ReturnType<typeof routeSchemas>["controller"];
  },
): App {
  return fastify({
    // A request whose address cannot be parsed reaches no route and no hook, so it is refused here.
    frameworkErrors: refuse,
    logger: logOptions(config, logStream),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: JSON_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    // Each route's schema decides whether unknown parameters and fields are allowed.
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: "array", useDefaults: true, allErrors: false },
    },
    schemaController: schemas,
    // Fastify's own request log is off, because the portal writes one line per request after the answer.
    logController: new fastify.LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    // Limit for the whole request in milliseconds. Routes limit the body separately (`limitBodies`).
    requestTimeout: 330_000,
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 10_000 },
  });
}

async function describeCalls(app: App): Promise<void> {
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
}

async function secureHeaders(app: App, env: Config["env"]): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
    strictTransportSecurity: env === "runtime",
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("Permissions-Policy", PERMISSIONS);
  });
}

async function limitCalls(app: App, env: Config["env"], options: Options): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: options.requestsPerMinute ?? (env === "runtime" ? 1_200 : 1_000_000),
    timeWindow: 60_000,
    store: limitStore(options.countCalls),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) =>
      new AppError("too-many-requests", {
        headers: { "Retry-After": String(Math.ceil(context.ttl / 1000)) },
      }),
  });
}

function refuseEndlessNumbers(app: App): void {
  // Infinity passes the numeric validation, so it is rejected here.
  app.addHook("preHandler", async ({ query }) => {
    const endless = Object.entries(query as object).find(([, value]) => Math.abs(value) === Infinity);
    if (endless === undefined) return;
    const field = { pointer: `/${endless[0]}`, code: "type", message: "form:errors.type" };
    throw new AppError("not-valid", { fields: [field] });
  });
}

function logAnswers(app: App): void {
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.quiet === true) return;
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "request");
  });
}

function keepOutOfCaches(app: App): void {
  app.addHook("onSend", async (request, reply, payload) => {
    // API answers are personal and change at any time, so no cache may store them.
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("Cache-Control", "no-store");
    return payload;
  });
}

/**
 * Device features that pages use: the camera for cards and faces, passkeys, and writing to the clipboard. All
 * other features are disabled.
 */
const PERMISSIONS = [
  "camera=(self), clipboard-write=(self), publickey-credentials-create=(self), publickey-credentials-get=(self)",
  "accelerometer=(), bluetooth=(), browsing-topics=(), clipboard-read=(), display-capture=(), geolocation=()",
  "gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
].join(", ");
