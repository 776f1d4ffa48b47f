import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { addressOf, type CallAt, type PathOf, type Sent } from "../../renderer/kit/api/calls.ts";
import { createVault, type Vault } from "../../server/accounts/index.ts";
import { createServer, type Server } from "../../server/app.ts";
import { fixedClock } from "../../server/clock/index.ts";
import { readConfig } from "../../server/config.ts";
import { keyFor } from "../../server/keys.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { FIXED_DAY } from "../support/fixed-day.ts";
import { type HeldAnswers, holdAnswers } from "../support/hold-answers.ts";
import { sharedGate } from "../support/shared-gate.ts";
import { startedDatabase } from "../support/started-database.ts";
import { UNEVEN } from "../support/uneven.ts";
import { demoFactor } from "./accounts/app-code.ts";

/** Whole portal with its own database, called without a socket. */
export type PortalHouse = {
  readonly server: Server;
  readonly database: TestDatabase;
  readonly clock: ReturnType<typeof fixedClock>;
  /** Vault that encrypts and decrypts with this portal's key. */
  readonly vault: Vault;
  /** Lines of the log, one JSON object each. */
  readonly log: readonly string[];
  /** Differences between this house's answers and the API document. */
  readonly answers: HeldAnswers;
  readonly close: () => Promise<void>;
};

/**
 * Builds the portal like `npm start`, at ten on a Monday morning, with a stopped clock. `movable` uses the
 * clock of development, which runs from `FIXED_DAY`.
 */
export async function openPortalHouse(
  env: Readonly<Record<string, string>> = {},
  { movable = false }: { readonly movable?: boolean } = {},
): Promise<PortalHouse> {
  const { database, folder } = await placeFor(env, movable);
  const log: string[] = [];
  const config = configOf(folder, env, movable);
  const clock = standingClock();
  let answers: HeldAnswers = { faults: [], routes: new Set() };
  const server = await createServer(config, database.url, {
    ...(movable ? {} : { clock }),
    first: (app) => {
      answers = holdAnswers(app);
    },
    logStream: { write: (line) => void log.push(line) },
    gate: sharedGate,
  });
  return {
    server,
    database,
    clock,
    vault: createVault(keyFor(config, "personal-values"), clock.wall),
    log,
    answers,
    close: async () => {
      await server.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
      if (answers.faults.length > 0)
        throw new Error(`answers that are not what the API's document says: ${answers.faults.join("; ")}`);
    },
  };
}

/** Settings that do not affect what a first start writes. */
const AFTER_FIRST_START = new Set([
  ...["LOG_LEVEL", "ORIGIN", "SANDBOX_PORT", "SMTP_URL", "UNLEASH_URL", "UNLEASH_TOKEN"],
  ...["BANK_WEBHOOK_SECRET", "TRUEMONEY_URL"],
]);

/**
 * Returns a database with a data folder: one on which another portal with these settings has started before,
 * or a new one.
 */
async function placeFor(
  env: Readonly<Record<string, string>>,
  movable: boolean,
): Promise<{ readonly database: TestDatabase; readonly folder: string }> {
  if (!Object.keys(env).every((name) => AFTER_FIRST_START.has(name)))
    return {
      database: await testDatabase(),
      folder: await mkdtemp(join(tmpdir(), "saphan-portal-house-")),
    };
  const database = await startedDatabase(movable ? `house ${FIXED_DAY}` : "house", async (place) => {
    const config = configOf(place.folder, {}, movable);
    const server = await createServer(config, place.url, {
      ...(movable ? {} : { clock: standingClock() }),
      gate: sharedGate,
    });
    await server.close();
  });
  return { database, folder: database.folder };
}

const standingClock = () => fixedClock("2026-03-02T10:00:00");

const configOf = (folder: string, env: Readonly<Record<string, string>>, movable: boolean) =>
  readConfig({
    PORT: "0",
    SAPHAN_DATA: folder,
    LOG_LEVEL: "error",
    ...UNEVEN,
    ...(movable ? { SAPHAN_CLOCK: FIXED_DAY } : {}),
    ...env,
  });

/** Caller of the portal, which stores cookies and sends the token as bearer like the page. */
export type Caller = {
  readonly cookies: Map<string, string>;
  readonly call: (method: string, url: string, body?: Json | Buffer, headers?: Headers) => Promise<Answer>;
  /** Returns the answer of a declared GET, typed by the API's document. Throws for an error. */
  readonly get: <Path extends PathOf<"GET">>(
    path: Path,
    ...[options]: Sent<"GET", Path>
  ) => Promise<CallAt<"GET", Path>["answer"]>;
  /** Submits a step with a new idempotency key. */
  readonly submit: (id: Json | undefined, step: string, body: Json, key?: string) => Promise<Answer>;
  /** Uploads a small picture and returns its id. */
  readonly upload: (purpose: string) => Promise<string>;
};
type Headers = Readonly<Record<string, string>>;
export type Answer = { readonly status: number; readonly body: JsonObject };

/** Returns the browser of a user who is not logged in. */
export function stranger({ server }: Pick<PortalHouse, "server">): Caller {
  const cookies = new Map<string, string>();
  const call: Caller["call"] = async (method, url, body, headers = {}) => {
    const token = cookies.get("saphan_token");
    const response = await server.app.inject({
      method: method as "GET",
      url,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value } of response.cookies) cookies.set(name, value);
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return { status: response.statusCode, body: isJson ? response.json() : { text: response.body } };
  };
  const get: Caller["get"] = async <Path extends PathOf<"GET">>(
    path: Path,
    ...[options]: Sent<"GET", Path>
  ) => {
    const { status, body } = await call("GET", `/api${addressOf(path, options)}`);
    if (status >= 300) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    // `holdAnswers` compares every answer with the document that the types are made of.
    return body as CallAt<"GET", Path>["answer"];
  };
  return {
    cookies,
    call,
    get,
    submit: (id, step, body, key = randomUUID()) =>
      call("POST", `/api/instances/${id}/steps/${step}`, body, { "idempotency-key": key }),
    upload: async (purpose) => {
      const image = await picture();
      const payload = Buffer.concat([
        Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
        ),
        image,
        Buffer.from("\r\n--b--\r\n"),
      ]);
      const stored = await call("POST", `/api/files?purpose=${purpose}`, payload, {
        "content-type": "multipart/form-data; boundary=b",
      });
      if (stored.status !== 201) throw new Error(`upload: ${stored.status} ${JSON.stringify(stored.body)}`);
      return String(stored.body.id);
    },
  };
}

/** Returns the browser of a demo person who is logged in. */
export async function loggedIn(house: Pick<PortalHouse, "server">, name: string): Promise<Caller> {
  const caller = stranger(house);
  const email = `${name}@saphan.example`;
  const answer = await caller.call("POST", "/api/auth/login", {
    email,
    password: "Saphan#2026",
    ...demoFactor(email),
  });
  if (answer.status !== 200) throw new Error(`loggedIn ${name}: ${JSON.stringify(answer.body)}`);
  return caller;
}

async function picture(): Promise<Buffer> {
  return await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
}
