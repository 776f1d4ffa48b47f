import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { get } from "../../kit/api/query.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceRow } from "../parts/place-row.tsx";

/** The number of unread messages; 0 until loaded. */
function useUnread(): number {
  return useQuery(get("/notifications")).data?.unread ?? 0;
}

/** A link to messages and pending tasks. */
export function NotificationsRow() {
  const words = useText();
  const count = useUnread();
  return (
    <PlaceRow
      href="/notifications"
      icon={<Bell size={22} aria-hidden="true" />}
      title={words("my-account:notifications.title")}
    >
      {count === 0
        ? words("my-account:notifications.place")
        : words("my-account:notifications.unread", { count })}
    </PlaceRow>
  );
}

/** On the overview: says that there are unread messages; nothing if there are none. */
export function NotificationsLine() {
  const words = useText();
  const count = useUnread();
  if (count === 0) return null;
  return (
    <p className="row">
      <Bell size={18} aria-hidden="true" />
      <PageLink className="link" to="/notifications">
        {words("my-account:notifications.unread", { count })}
      </PageLink>
    </p>
  );
}
