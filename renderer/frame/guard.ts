import { useEffect } from "react";
import { call } from "../kit/api/client.ts";
import { endSession, useSession } from "../kit/api/session.ts";

const POLL_MS = 30_000;

/**
 * Returns the state of an account. `locked`: the person is sent to `/suspended` (specification, section 4).
 * `over`: the session has ended.
 */
async function standing(personId: string): Promise<"open" | "locked" | "over" | "unknown"> {
  const answer = await call("GET", "/security/{uuid}/security-locked", { path: { uuid: personId } });
  if (answer.ok) return answer.value ? "locked" : "open";
  return answer.error.kind === "refused" && answer.error.status === 401 ? "over" : "unknown";
}

/**
 * Checks the account's state every 30 seconds, on focus and on every route change (a new `path`). An ended
 * session is reported at once, not only on the next submission. On staff pages, the log-in then leads back to
 * the page.
 */
export function useLockWatch(path: string, go: (href: string) => void): void {
  const id = useSession()?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path must trigger a check.
  useEffect(() => {
    if (id === null) return;
    let here = true;
    const ask = async () => {
      const now = await standing(id);
      if (!here) return;
      if (now === "locked" && location.pathname !== "/suspended") go("/suspended");
      // When the account is unlocked, the person leaves the suspension page automatically.
      if (now === "open" && location.pathname === "/suspended") go("/overview");
      if (now !== "over") return;
      const { pathname, search } = location;
      await endSession();
      if (pathname.startsWith("/staff")) go(`/login?next=${encodeURIComponent(pathname + search)}`);
    };
    void ask();
    const timer = setInterval(ask, POLL_MS);
    addEventListener("focus", ask);
    return () => {
      here = false;
      clearInterval(timer);
      removeEventListener("focus", ask);
    };
  }, [id, path, go]);
}
