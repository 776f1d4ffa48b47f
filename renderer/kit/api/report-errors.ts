import { flagNow } from "./flags.ts";

const MOST = 5;

let sent = 0;

/**
 * Reports a few errors of this page to the server, if the switch `error-endpoint` is on. Returns a function
 * that stops the reports.
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
  // The report uses a plain `fetch`, so that the page neither counts it as a call nor shows its failure.
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
