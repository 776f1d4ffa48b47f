import type { WidgetProps } from "@rjsf/utils";
import { useLayoutEffect, useRef, useState } from "react";
import { formatBaht, parseBaht } from "../../../domain/money.ts";
import { useControl } from "../../flow/widgets/control.ts";
import { useText } from "../../kit/text/i18n.ts";
import { bahtMask, caretAfter } from "../../kit/text/mask.ts";
import "./trade.css";

/** An amount in the big figure, with amounts to choose below. Kept as decimal text with two places. */
export function BahtWidget({ id, value, onChange }: WidgetProps) {
  const words = useText();
  const { hints, bad, leave, settle, attributes } = useControl(id);
  const [typed, setTyped] = useState(() => typedOf(value));
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const take = (next: string) => {
    setTyped(next);
    onChange(next === "" ? undefined : canonical(next));
  };
  const current = canonical(typed);
  return (
    <>
      <div className={bad ? "amt bad" : "amt"}>
        <input
          ref={input}
          id={id}
          value={bahtMask.show(typed)}
          inputMode="decimal"
          autoComplete={hints.autocomplete ?? "off"}
          placeholder="0"
          onChange={(event) => {
            const { value: text, selectionStart } = event.target;
            const next = bahtMask.clean(text);
            if ((selectionStart ?? text.length) < text.length)
              caret.current = caretAfter({
                mask: bahtMask,
                before: text.slice(0, selectionStart ?? 0),
                shown: bahtMask.show(next),
              });
            take(next);
          }}
          onBlur={leave}
          {...attributes}
        />
        <span className="mut">{words("common:baht")}</span>
      </div>
      {hints.quick ? (
        <div className="quick">
          {hints.quick.map((amount) => (
            <button
              key={amount}
              type="button"
              aria-pressed={current === amount}
              onClick={() => {
                take(typedOf(amount));
                settle();
              }}
            >
              {bahtMask.show(typedOf(amount))}
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** `50000.5` as it is kept, `50000.50`. */
export function canonical(typed: string): string {
  const parsed = parseBaht(typed.replace(/\.$/, ""));
  return parsed.ok ? formatBaht(parsed.value) : typed;
}

/** What is kept, as a person would have typed it: satang only where there are some. */
export function typedOf(value: unknown): string {
  return bahtMask.clean(String(value ?? "")).replace(/\.0?0?$/, "");
}
