import type { WidgetProps } from "@rjsf/utils";
import { useLayoutEffect, useRef, useState } from "react";
import { formatBaht, parseBaht } from "../../../domain/money.ts";
import { formatUnits, parseUnits } from "../../../domain/units.ts";
import { readTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import { withoutTrailing } from "../../../engine/values/without-trailing.ts";
import { useControl } from "../../flow/widgets/control.ts";
import { useText } from "../../kit/text/i18n.ts";
import { bahtMask, caretAfter, decimalAfterKey, type Mask, unitsMask } from "../../kit/text/mask.ts";
import "./trade.css";

/** How a kind of decimal number is typed, stored and labelled. */
type Kind = { readonly mask: Mask; readonly canonical: (typed: string) => string; readonly unit: string };

const baht: Kind = { mask: bahtMask, canonical, unit: "common:baht" };
const units: Kind = { mask: unitsMask, canonical: canonicalUnits, unit: "common:units" };

/**
 * A field for an amount in large type, with suggestions below. The value is decimal text with two decimals.
 */
export function BahtWidget(props: WidgetProps) {
  return <DecimalWidget {...props} kind={baht} />;
}

/** A field for a number of units in large type. The value is decimal text with four decimals. */
export function UnitsWidget(props: WidgetProps) {
  return <DecimalWidget {...props} kind={units} />;
}

function DecimalWidget({ id, value, onChange, kind }: WidgetProps & { readonly kind: Kind }) {
  const words = useText();
  const { mask, unit } = kind;
  const { hints, bad, leave, settle, attributes } = useControl(id);
  const [typed, setTyped] = useState(() => typedOf(value));
  const { input, caret } = useCaret();
  const take = (next: string) => {
    setTyped(next);
    onChange(next === "" ? undefined : kind.canonical(next));
  };
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
            // Pasted or autofilled text is parsed as a whole.
            const next = isByKey(event.nativeEvent)
              ? decimalAfterKey({ kept: typed, text })
              : mask.clean(text);
            if (mask.show(next) !== text && (selectionStart ?? text.length) < text.length)
              caret.current = caretAfter({
                mask,
                before: text.slice(0, selectionStart ?? 0),
                shown: mask.show(next),
              });
            take(next);
          }}
          onBlur={() => {
            setTyped(mask.clean(typed));
            leave();
          }}
          {...attributes}
        />
        <span className="mut">{words(unit)}</span>
      </div>
      {hints.quick ? (
        <QuickAmounts
          of={hints.quick}
          mask={mask}
          current={kind.canonical(typed)}
          choose={(amount) => {
            take(typedOf(amount));
            settle();
          }}
        />
      ) : null}
    </>
  );
}

/**
 * Moves the caret of an input to `caret.current` after the next render. Masking the text would otherwise move
 * the caret to the end.
 */
function useCaret() {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return { input, caret };
}

/** Buttons with suggested amounts. */
function QuickAmounts({
  of,
  mask,
  current,
  choose,
}: {
  readonly of: readonly string[];
  readonly mask: Mask;
  readonly current: string;
  readonly choose: (amount: string) => void;
}) {
  return (
    <div className="quick">
      {of.map((amount) => (
        <button key={amount} type="button" aria-pressed={current === amount} onClick={() => choose(amount)}>
          {mask.show(typedOf(amount))}
        </button>
      ))}
    </div>
  );
}

/**
 * Returns the stored form of a typed amount: `50000.5` → `50000.50`. A text that has no reading, or two
 * possible readings, stays as typed.
 */
export function canonical(typed: string): string {
  const parsed = parseBaht(readingOf(typed));
  return parsed.ok ? formatBaht(parsed.value) : typed;
}

function canonicalUnits(typed: string): string {
  const parsed = parseUnits(readingOf(typed));
  return parsed.ok ? formatUnits(parsed.value) : typed;
}

function readingOf(typed: string): string {
  const read = readTypedDecimal(typed);
  return read.kind === "one" ? read.text.replace(/\.$/, "") : "";
}

/**
 * Returns the stored value as a person would type it. Decimals appear only if needed. Three decimals never
 * appear, because a person could read them as thousands.
 */
export function typedOf(value: unknown): string {
  const text = String(value ?? "");
  if (!/^\d+\.(?:\d{2}|\d{4})$/.test(text)) return bahtMask.clean(text);
  const typed = withoutTrailing(text, "0").replace(/\.$/, "");
  return /\.\d{3}$/.test(typed) ? `${typed}0` : typed;
}

/** Whether a change comes from a key, rather than from the clipboard or autofill. */
function isByKey(event: Event): boolean {
  const type = (event as InputEvent).inputType as string | undefined;
  return type !== undefined && /^(?:insert(?:Text|CompositionText)|delete)/.test(type);
}
