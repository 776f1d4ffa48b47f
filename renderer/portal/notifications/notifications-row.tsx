import { Bell } from "lucide-react";
import { useUnread } from "../../kit/parts/bell.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceRow } from "../parts/place-row.tsx";

/** A link to the person's messages and pending tasks. */
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
