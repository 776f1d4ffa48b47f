import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDate, formatDuration, formatTime } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { Dealing } from "./records.ts";

const MINUTE_MS = 60_000;

/**
 * Milliseconds until the cut-off by the server's clock, which tells `now` and may run ahead of the wall's in
 * development. `null` where the calendar does not reach or the NAV day is another day than today.
 */
export function useTimeLeft(dealing: Dealing | undefined): number | null {
  const [asked] = useState(() => ({ at: 0, now: "" }));
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again((count) => count + 1), MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  if (!dealing) return null;
  if (asked.now !== dealing.now) Object.assign(asked, { now: dealing.now, at: Date.now() });
  const now = Date.parse(dealing.now) + (Date.now() - asked.at);
  const left = Date.parse(dealing.cutOff) - now;
  return dealing.beforeCutOff && left > 0 ? left : null;
}

/** Until when an order gets today's NAV and how long that is; after it, which day's NAV an order gets now. */
export function CutOffChip({ dealing }: { readonly dealing: Dealing | undefined }) {
  const words = useText();
  const left = useTimeLeft(dealing);
  if (!dealing) return null;
  return (
    <span className="chip">
      <Clock size={16} aria-hidden="true" />
      {left === null ? (
        words("my-account:overview.nextNav", { date: formatDate(dealing.navDate) })
      ) : (
        <span>
          {words("my-account:overview.cutOffAt", { time: formatTime(dealing.cutOff) })}{" "}
          <span className="nb">
            {words("my-account:overview.left")} <b className="num">{formatDuration(left)}</b>{" "}
            {words("my-account:overview.hours")}
          </span>
        </span>
      )}
    </span>
  );
}
