import type { WidgetProps } from "@rjsf/utils";
import { useLayoutEffect, useRef, useState } from "react";
import { formatBaht, parseBaht } from "../../../domain/money.ts";
import { formatUnits, parseUnits } from "../../../domain/units.ts";
import { withoutTrailing } from "../../../engine/values/without-trailing.ts";
import { useControl } from "../../flow/widgets/control.ts";
import { useText } from "../../kit/text/i18n.ts";
import { bahtMask, caretAfter, type Mask, unitsMask } from "../../kit/text/mask.ts";
import "./trade.css";

/** How an exact decimal is typed, kept and called. */
type Kind = { readonly mask: Mask; readonly canonical: (typed: string) => string; readonly unit: string };

const baht: Kind = { mask: bahtMask, canonical, unit: "common:baht" };
const units: Kind = { mask: unitsMask, canonical: canonicalUnits, unit: "common:units" };

/** An amount in the big figure, with amounts to choose below. Kept as decimal text with two places. */
export function BahtWidget(props: WidgetProps) {
  return <DecimalWidget {...props} kind={baht} />;
}

/** A number of units in the big figure. Kept as decimal text with four places. */
export function UnitsWidget(props: WidgetProps) {
  return <DecimalWidget {...props} kind={units} />;
}

function DecimalWidget({ id, value, onChange, kind }: WidgetProps & { readonly kind: Kind }) {
  const words = useText();
  const { mask, unit } = kind;
  const { hints, bad, leave, settle, attributes } = useControl(id);
  const [typed, setTyped] = useState(() => typedOf(value, mask));
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const take = (next: string) => {
    setTyped(next);
    onChange(next === "" ? undefined : kind.canonical(next));
  };
  const current = kind.canonical(typed);
  return (
    <>
      <div className={bad ? "amt bad" : "amt"}>
        <input
          ref={input}
          id={id}
          value={mask.show(typed)}
          inputMode="decimal"
          autoComplete={hints.autocomplete ?? "off"}
          placeholder="0"
          onChange={(event) => {
            const { value: text, selectionStart } = event.target;
            const next = mask.clean(text);
            if ((selectionStart ?? text.length) < text.length)
              caret.current = caretAfter({
                mask,
                before: text.slice(0, selectionStart ?? 0),
                shown: mask.show(next),
              });
            take(next);
          }}
          onBlur={leave}
          {...attributes}
        />
        <span className="mut">{words(unit)}</span>
      </div>
      {hints.quick ? (
        <div className="quick">
          {hints.quick.map((amount) => (
            <button
              key={amount}
              type="button"
              aria-pressed={current === amount}
              onClick={() => {
                take(typedOf(amount, mask));
                settle();
              }}
            >
              {mask.show(typedOf(amount, mask))}
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

function canonicalUnits(typed: string): string {
  const parsed = parseUnits(typed.replace(/\.$/, ""));
  return parsed.ok ? formatUnits(parsed.value) : typed;
}

/** What is kept, as a person would have typed it: decimals only where there are some. */
export function typedOf(value: unknown, mask: Mask = bahtMask): string {
  const typed = mask.clean(String(value ?? ""));
  return typed.includes(".") ? withoutTrailing(typed, "0").replace(/\.$/, "") : typed;
}
