import { DEBUG_ENTRIES, debugLog } from "../kit/api/debug-log.ts";
import { useFlag } from "../kit/api/flags.ts";
import { Button } from "../kit/parts/button.tsx";
import { InsidePage } from "../kit/parts/pages.tsx";
import { EmptyState } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { useStore } from "../kit/text/store.ts";
import "../kit/parts/screens.css";

/**
 * The page of the debug console: the page's last calls and errors. It is available where the switch
 * `debug-console` is on.
 */
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
