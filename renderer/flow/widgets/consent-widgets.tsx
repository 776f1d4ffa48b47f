import type { WidgetProps } from "@rjsf/utils";
import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { FieldError } from "../../kit/parts/fields.tsx";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { textOf } from "../form/templates.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { useControl } from "./control.ts";
import { LegalText, useLegal } from "./legal-text.tsx";

/** A checkbox, initially unticked, with the text to agree to. */
export function ConsentWidget({ id, value, onChange }: WidgetProps) {
  const { parts, pointer, hints, bad, error, settle } = useControl(id);
  return (
    <ConsentBox
      id={id}
      document={hints.document}
      label={textOf(parts, pointer, "label") ?? ""}
      hint={textOf(parts, pointer, "hint")}
      given={value === true}
      bad={bad}
      error={error?.text ?? null}
      onTick={(given) => {
        onChange(given ? true : undefined);
        settle();
      }}
    />
  );
}

/** A document that the person must read to its end before accepting it. */
export function DocumentWidget({ id, value, onChange }: WidgetProps) {
  const { parts, pointer, hints, bad, error, settle } = useControl(id);
  const words = useText();
  const document = hints.document ?? "contract";
  const { title, there } = useLegal(document);
  // A document that is already accepted counts as read.
  const { box, end, read } = useReadToEnd({ there, before: value === true });
  return (
    <div className="gap12">
      <ScrollSection ref={box} className="card document" label={title}>
        <LegalText document={document} under={1} />
        <div ref={end} className="documentend">
          {words("common:legal.end")}
        </div>
      </ScrollSection>
      {read ? null : (
        <div className="row between wraps">
          <p className="small">{words("common:legal.readToEnd")}</p>
          <button
            type="button"
            className="link"
            onClick={() => box.current?.scrollBy({ top: box.current.clientHeight - 48, behavior: "smooth" })}
          >
            <ArrowDown size={16} aria-hidden="true" /> {words("common:legal.further")}
          </button>
        </div>
      )}
      <div className={bad ? "card consent bad" : "card consent"}>
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          disabled={!read}
          aria-invalid={bad || undefined}
          aria-describedby={bad ? `${id}-error` : undefined}
          onChange={(event) => {
            onChange(event.target.checked ? true : undefined);
            settle();
          }}
        />
        <div>
          <label htmlFor={id}>{textOf(parts, pointer, "label")}</label>
          {textOf(parts, pointer, "hint") ? <p className="hint">{textOf(parts, pointer, "hint")}</p> : null}
          <FieldError id={id} error={error?.text ?? null} />
        </div>
      </div>
    </div>
  );
}

/**
 * Tracks whether a scrolling text was read to its end. `there`: whether the text has loaded. `before`:
 * whether the text was read earlier.
 */
function useReadToEnd({ there, before }: { readonly there: boolean; readonly before: boolean }) {
  const box = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState(before);
  useEffect(() => {
    // A text that has not loaded does not count as read, even if its end is visible.
    if (read || !there || end.current === null) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && setRead(true),
      {
        root: box.current,
        threshold: 0.5,
      },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [read, there]);
  return { box, end, read };
}
