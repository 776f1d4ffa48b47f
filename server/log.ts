import type { FastifyServerOptions } from "fastify";
import type { Config } from "./config.ts";

/**
 * Returns the options for the log. Each line is one JSON object with request id, route, status and duration.
 * Bodies, query strings, cookies, addresses and paths with tokens are never logged. In place of a path, the
 * log has the pattern of the route.
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
 * Returns the parts of an error that are safe to log: its kind, its code and where it occurred. The message
 * is logged only for errors of the portal itself, because others can contain personal data.
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
