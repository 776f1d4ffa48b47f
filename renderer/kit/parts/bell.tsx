import { useQuery } from "@tanstack/react-query";
import { Bell as BellPicture } from "lucide-react";
import { get } from "../api/query.ts";
import { useSession } from "../api/session.ts";
import { useText } from "../text/i18n.ts";
import "./bell.css";

/** The number of the investor's unread messages; 0 until loaded, for visitors and for staff. */
export function useUnread(): number {
  const user = useSession()?.user;
  const isInvestor = user !== undefined && user !== null && user.role === null;
  return useQuery({ ...get("/notifications"), enabled: isInvestor }).data?.unread ?? 0;
}

/** The investor's link to their messages with the number of unread ones; nothing for visitors. */
export function Bell({
  withText = false,
  current,
}: {
  /** In a menu, between links with words. */
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
