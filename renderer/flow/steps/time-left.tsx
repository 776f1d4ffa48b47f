import { useQuery } from "@tanstack/react-query";
import { useTimeLeft } from "../../kit/parts/use-time-left.ts";
import { formatDate, formatDuration, formatTime } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { useFlowBackend } from "../flow-backend.ts";

/** Over the main button: which day's NAV an order gets now, and how long that holds. */
export function TimeLeft() {
  const words = useText();
  const { data } = useQuery(useFlowBackend().dealing());
  const left = useTimeLeft(data?.dealing);
  const dealing = data?.dealing;
  if (!dealing) return null;
  return (
    <p className="docknote">
      {left === null ? (
        <span>
          {words("common:flow.dealing.before")}{" "}
          {words("common:flow.dealing.at", {
            time: formatTime(dealing.cutOff),
            date: formatDate(dealing.cutOff),
          })}
        </span>
      ) : (
        <span>
          {words("common:flow.dealing.left")} <b className="num">{formatDuration(left)}</b>{" "}
          {words("my-account:overview.hours")}
        </span>
      )}
      <span>{words("common:flow.dealing.navDay", { date: formatDate(dealing.navDate) })}</span>
    </p>
  );
}
