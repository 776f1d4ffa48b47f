import { type App, AppError, anonymous, call, inputOf, NOTHING, TEXT } from "./http/index.ts";

const most = { message: 500, stack: 4_000, path: 200 } as const;

/**
 * Registers the call that accepts page errors for the log. The call does not exist while the flag
 * `error-endpoint` is off.
 */
export function clientErrorRoutes(app: App, isOn: () => boolean): void {
  call(
    app,
    "POST /api/client-errors",
    {
      summary:
        "A fault of the page, for the log: scrubbed and bounded; not there while `error-endpoint` is off",
      tags: ["portal"],
      access: anonymous,
      body: inputOf({
        message: { ...TEXT, maxLength: most.message },
        "stack?": { ...TEXT, maxLength: most.stack },
        path: { ...TEXT, maxLength: most.path },
      }),
      answers: NOTHING,
      errors: ["not-found", "too-many-requests"],
      bodyLimit: 8 * 1024,
      config: { rateLimit: { max: 20, timeWindow: "1 minute" } },
    },
    (request) => {
      if (!isOn()) throw new AppError("not-found");
      const { message, stack = "", path } = request.body;
      request.log.warn(
        {
          message: scrubbed(message),
          stack: scrubbed(stack),
          path: scrubbed(path.split(/[?#]/, 1)[0] ?? ""),
        },
        "page",
      );
    },
  );
}

/**
 * Removes what could be personal data from the text of an error in the page: addresses, tokens, ids, amounts,
 * numbers longer than three digits, and quoted text, which a person may have typed. Line numbers in the
 * portal's own files are kept.
 */
export function scrubbed(text: string): string {
  return text
    .replaceAll(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+\.[^\s@"'<>()]+/g, "<address>")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replaceAll(/\beyJ[\w-]+(\.[\w-]+)*/g, "<token>")
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`|“[^“”]*”/g, "<text>")
    .replaceAll(/\?[^\s):]*/g, "")
    .replaceAll(/[\u0E00-\u0E7F]+/g, "<text>")
    .replaceAll(/(?<![:\w])\+?\d[\d ,.-]{2,}\d/g, "<number>")
    .replaceAll(/[A-Za-z0-9_-]{32,}/g, "<token>");
}
