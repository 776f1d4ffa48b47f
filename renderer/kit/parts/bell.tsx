import { useQuery } from "@tanstack/react-query";
import { Bell as BellPicture } from "lucide-react";
import { get } from "../api/query.ts";
import { useSession } from "../api/session.ts";
import { useText } from "../text/i18n.ts";
import "./bell.css";

/**
 * Returns the number of the investor's unread messages; 0 for visitors, for staff, and before the number is
 * loaded.
 */
export function useUnread(): number {
  const user = useSession()?.user;
  const isInvestor = user !== undefined && user !== null && user.role === null;
  return useQuery({ ...get("/notifications"), enabled: isInvestor }).data?.unread ?? 0;
}

/** The investor's link to their messages, with the number of unread ones. Renders nothing for visitors. */
export function Bell({
  withText = false,
  current,
}: {
  /** Whether the bell has a visible text, as in a menu of links. */
  readonly withText?: boolean;
  readonly current?: "page" | undefined;
}) {
  const words = useText();
  const user = useSession()?.user;
  const count = useUnread();
  if (user?.role !== null) return null;
  const name = words("header:messages");
  const spoken = count === 0 ? name : `${name}, ${words("header:newMessages", { count })}`;
  return (
    <a href="/notifications" className={withText ? undefined : "iconbtn"} aria-current={current}>
      <span className="bell" aria-hidden="true">
        <BellPicture size={22} strokeWidth={1.9} />
        {count === 0 ? null : <span className="bell__count">{count}</span>}
      </span>
      {withText ? <span aria-hidden="true">{name}</span> : null}
      <span className="sr">{spoken}</span>
    </a>
  );
}
