import { useEffect } from "react";
import { call } from "../kit/api/client.ts";
import { endSession, useSession } from "../kit/api/session.ts";

const POLL_MS = 30_000;

/**
 * The state of an account: a locked one goes to `/suspended` (specification, section 4). `over`: the session has ended.
 */
async function standing(personId: string): Promise<"open" | "locked" | "over" | "unknown"> {
  const answer = await call("GET", "/security/{uuid}/security-locked", { path: { uuid: personId } });
  if (answer.ok) return answer.value ? "locked" : "open";
  return answer.error.kind === "refused" && answer.error.status === 401 ? "over" : "unknown";
}

/**
 * Checks every 30 seconds and on focus; a new `path` checks on route change. An ended session is reported at once, not
 * on the next submission; from staff pages, log-in leads back.
 */
export function useLockWatch(path: string, go: (href: string) => void): void {
  const id = useSession()?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a reason to ask.
  useEffect(() => {
    if (id === null) return;
    let here = true;
    const ask = async () => {
      const now = await standing(id);
      if (!here) return;
      if (now === "locked" && location.pathname !== "/suspended") go("/suspended");
      // A person who is no longer locked leaves the page automatically.
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
