import { flagNow } from "./flags.ts";

const MOST = 5;

let sent = 0;

/**
 * Reports errors of this page to the server, a few at most, if the switch `error-endpoint` is on. Returns a function
 * that stops it.
 */
export function reportErrors(): () => void {
  const onError = ({ message, error }: ErrorEvent) => void report(message, error);
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    void report(reason instanceof Error ? reason.message : "rejected", reason);
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return () => {
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
  };
}

async function report(message: string, error: unknown): Promise<void> {
  if (sent >= MOST) return;
  sent += 1;
  if (!(await flagNow("error-endpoint"))) return;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  // Not counted as a call and not shown: it does not concern the user.
  await fetch("/api/client-errors", {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      message: message.slice(0, 500),
      stack: stack.slice(0, 4_000),
      path: location.pathname.slice(0, 200),
    }),
  }).catch(() => undefined);
}
