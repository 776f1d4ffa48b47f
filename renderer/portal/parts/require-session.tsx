import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useSession } from "../../kit/api/session.ts";

/** Shows its page to a logged-in person. Other people log in first and then return to it. */
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
