import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import type { Notifications } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceRow } from "../parts/place-row.tsx";

/** How many letters nobody has read here yet; 0 until it is known. */
function useUnread(): number {
  return useQuery(get<Notifications>("/notifications")).data?.unread ?? 0;
}

/** The way to what was sent and what waits. */
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

/** Says on the overview that there are letters that were not read here; nothing where there are none. */
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
