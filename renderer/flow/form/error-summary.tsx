import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { ErrorStore } from "./errors.ts";
import { focusField } from "./templates.tsx";

/**
 * The errors to fix before the form can be submitted, each with a link to its field. `shown` counts failed
 * submissions. Each failed submission moves the focus here, so a screen reader reads the errors aloud. The
 * alert role would make it read them twice.
 */
export function ErrorSummary({ errors, shown }: { readonly errors: ErrorStore; readonly shown: number }) {
  const words = useText();
  const box = useRef<HTMLElement>(null);
  const list = useSyncExternalStore(errors.subscribe, errors.all);
  useEffect(() => {
    if (shown > 0) {
      box.current?.focus();
      box.current?.scrollIntoView({ block: "start" });
    }
  }, [shown]);
  if (shown === 0 || list.length === 0) return null;
  return (
    <section translate="no" ref={box} className="errsum" tabIndex={-1} aria-labelledby="errsum">
      <h2 id="errsum">
        <CircleAlert size={20} aria-hidden="true" />
        {words("form:summary.title", { count: list.length })}
      </h2>
      <ul>
        {list.map((error) => (
          <li key={error.pointer}>
            {error.pointer === "" ? (
              error.text
            ) : (
              <a
                href={`#f${error.pointer}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(error.pointer);
                }}
              >
                <Phrases text={error.text} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className="small">{words("form:summary.kept")}</p>
    </section>
  );
}
