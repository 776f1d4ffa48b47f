import { Clock } from "lucide-react";
import { useTimeLeft } from "../../kit/parts/use-time-left.ts";
import { formatDate, formatDuration, formatTime } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { Dealing } from "./records.ts";

/**
 * The deadline for today's NAV, with the time left. After the deadline, it shows the NAV date for an order
 * that is placed now.
 */
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
            {words("my-account:overview.left")}{" "}
            <b translate="no" className="num">
              {formatDuration(left, words)}
            </b>
          </span>
        </span>
      )}
    </span>
  );
}
