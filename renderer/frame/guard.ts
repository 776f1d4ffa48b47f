import { useEffect } from "react";
import { call } from "../kit/api/client.ts";
import { endSession, useSession } from "../kit/api/session.ts";

const POLL_MS = 30_000;

/** How an account stands: a locked one is sent to `/suspended` (specification, section 4). `over`: its session is. */
async function standing(personId: string): Promise<"open" | "locked" | "over" | "unknown"> {
  const answer = await call<boolean>("GET", `/security/${personId}/security-locked`);
  if (answer.ok) return answer.value ? "locked" : "open";
  return answer.error.kind === "refused" && answer.error.status === 401 ? "over" : "unknown";
}

/**
 * Asks every 30 seconds and when the window gets the focus; `path` makes it ask on a route change. A session that is over
 * is said at once, not when somebody sends what they wrote; from staff pages log-in leads back to where they were.
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
      // Whoever is locked no more need not find the way on.
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
