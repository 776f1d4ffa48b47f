import { useFlag } from "../../api/flags.ts";
import { Button } from "../../parts/button.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { DEBUG_ENTRIES, debugLog } from "../../shell/debug-log.ts";
import { InsidePage } from "../../shell/pages.tsx";
import { formatInstant } from "../../text/format.ts";
import { useText } from "../../text/i18n.ts";
import { useStore } from "../../text/store.ts";
import "../screens.css";

/** The debug console: the page's last calls and errors, where the switch `debug-console` is on. */
export default function ConsoleScreen() {
  const words = useText();
  const on = useFlag("debug-console");
  const entries = useStore(debugLog);
  const title = words("dev:console.title");
  return (
    <InsidePage title={title}>
      <div className="screen">
        <div className="screenhead">
          <h1 tabIndex={-1}>{title}</h1>
          {on ? (
            <Button small onClick={() => debugLog.set([])}>
              {words("dev:console.clear")}
            </Button>
          ) : null}
        </div>
        <p className="mut">{words(on ? "dev:console.intro" : "dev:console.off", { count: DEBUG_ENTRIES })}</p>
        {on && entries.length === 0 ? (
          <EmptyState title={words("dev:console.empty.title")}>{words("dev:console.empty.text")}</EmptyState>
        ) : null}
        {on && entries.length > 0 ? (
          <ol className="card list" aria-label={title}>
            {entries.toReversed().map((entry) => (
              <li key={entry.id} className="mailrow">
                <span className="small">
                  {formatInstant(entry.at)} · {entry.kind}
                </span>
                <code>{entry.text}</code>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </InsidePage>
  );
}
