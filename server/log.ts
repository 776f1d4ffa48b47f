import type { FastifyServerOptions } from "fastify";
import type { Config } from "./config.ts";

/**
 * Returns the log options. Each line is one JSON object with request id, route, status and time. The log
 * never has bodies, query strings, cookies, addresses or paths with tokens: the pattern of the route replaces
 * the path.
 */
export function logOptions(
  config: Pick<Config, "logLevel">,
  stream?: { write: (line: string) => void },
): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return {
    level: config.logLevel,
    ...(stream === undefined ? {} : { stream }),
    base: null,
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? "none" }),
      res: (reply) => ({ status: reply.statusCode }),
      err: safeError as never,
    },
    redact: {
      paths: [
        "password",
        "pin",
        "code",
        "token",
        "email",
        "phone",
        "*.password",
        "*.pin",
        "*.token",
        "*.email",
        "*.phone",
        "*.nationalId",
      ],
      censor: "[hidden]",
    },
  };
}

/**
 * Returns the part of an error that is safe to log: kind, code and location. The message is included only for
 * the portal's own errors.
 */
function safeError(error: Error & { code?: unknown; table?: unknown; constraint?: unknown }) {
  return {
    kind: error.name,
    ...(typeof error.code === "string" ? { code: error.code } : {}),
    ...(typeof error.constraint === "string" ? { constraint: error.constraint } : {}),
    ...(typeof error.table === "string" ? { table: error.table } : {}),
    where: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 6)
      .map((line) =>
        line
          .trim()
          .replace(/^at /, "")
          .replace(/file:\/\/\S*\/(server|engine|domain)\//, "$1/"),
      ),
  };
}
