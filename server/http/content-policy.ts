import type { Config } from "../config.ts";
import { anonymous } from "./access.ts";
import type { App } from "./app.ts";
import { call } from "./call.ts";
import { mapOf, NOTHING, objectOf, WHOLE } from "./schemas.ts";

/** The content security policy, which states what pages may load. */
export const CONTENT_POLICY = {
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

/**
 * Registers the call with which browsers report violations of the policy, and counts the reports. Browser
 * tests use the count to prove that pages violate nothing.
 */
export function contentPolicyReports(app: App, env: Config["env"]): void {
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
