import { useEffect } from "react";
import { call } from "../kit/api/client.ts";
import { useSession } from "../kit/api/session.ts";

const POLL_MS = 30_000;

/** Whether a person's account is locked; a locked one is sent to `/suspended` (specification, section 4). */
export async function isLocked(personId: string): Promise<boolean> {
  const answer = await call<boolean>("GET", `/security/${personId}/security-locked`);
  return answer.ok && answer.value;
}

/** Asks every 30 seconds and when the window gets the focus; `path` makes it ask on a route change. */
export function useLockWatch(path: string, go: (href: string) => void): void {
  const id = useSession()?.id ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a reason to ask.
  useEffect(() => {
    if (id === null) return;
    let here = true;
    const ask = async () => {
      if ((await isLocked(id)) && here && location.pathname !== "/suspended") go("/suspended");
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
