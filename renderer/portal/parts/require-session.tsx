import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useSession } from "../../kit/api/session.ts";

/** Shows a page to a logged-in person; others log in first and come back. */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const session = useSession();
  const { history } = useRouter();
  const away = session === null;
  useEffect(() => {
    if (!away) return;
    const next = `${location.pathname}${location.search}`;
    history.replace(`/login?next=${encodeURIComponent(next)}`);
  }, [away, history]);
  return away ? null : children;
}
