import type { WidgetProps } from "@rjsf/utils";
import { useLayoutEffect, useRef, useState } from "react";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { Box } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { caretAfter, digitsOf, type Mask } from "../../kit/text/mask.ts";
import { useControl } from "./control.ts";

type InputMode = "text" | "decimal" | "numeric" | "tel" | "email" | "search" | "url";

/** A field for one line of text. The flow's hints set `autocomplete` and `inputMode`. */
export function PlainWidget({ id, value, onChange, schema }: WidgetProps) {
  const { hints, bad, leave, attributes } = useControl(id);
  return (
    <Box bad={bad}>
      <input
        id={id}
        type={hints.inputMode === "email" || schema.format === "email" ? "email" : "text"}
        defaultValue={value ?? ""}
        maxLength={schema.maxLength}
        inputMode={hints.inputMode as InputMode | undefined}
        autoComplete={hints.autocomplete}
        autoCapitalize={hints.inputMode === "email" ? "none" : undefined}
        spellCheck={hints.inputMode === "email" ? false : undefined}
        onChange={(event) => onChange(event.target.value.trim() === "" ? undefined : event.target.value)}
        onBlur={leave}
        {...attributes}
      />
    </Box>
  );
}

/** A field for a code in capital letters, such as a sale code. */
export function UpperCaseWidget({ id, value, onChange, schema }: WidgetProps) {
  const { hints, bad, leave, attributes } = useControl(id);
  const [text, setText] = useState(String(value ?? ""));
  return (
    <Box bad={bad}>
      <input
        id={id}
        value={text}
        maxLength={schema.maxLength}
        autoComplete={hints.autocomplete ?? "off"}
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => {
          const next = normaliseDigits(event.target.value).toUpperCase().replace(/\s/g, "");
          setText(next);
          onChange(next === "" ? undefined : next);
        }}
        onBlur={leave}
        {...attributes}
      />
    </Box>
  );
}

/** Number of remaining characters below which the counter is shown. */
const SAID_FROM = 200;

/** A field for several lines of text. Near the limit it shows how many characters are left. */
export function TextAreaWidget({ id, value, onChange, schema }: WidgetProps) {
  const words = useText();
  const { hints, bad, leave, attributes } = useControl(id);
  const [typed, setTyped] = useState(String(value ?? "").length);
  const left = (schema.maxLength ?? Number.POSITIVE_INFINITY) - typed;
  return (
    <>
      <Box look="area" bad={bad}>
        <textarea
          id={id}
          rows={5}
          defaultValue={value ?? ""}
          maxLength={schema.maxLength}
          autoComplete={hints.autocomplete}
          onChange={(event) => {
            setTyped(event.target.value.length);
            onChange(event.target.value.trim() === "" ? undefined : event.target.value);
          }}
          onBlur={leave}
          {...attributes}
        />
      </Box>
      <p translate="no" className="hint" role="status">
        {left <= SAID_FROM ? words("common:flow.lettersLeft", { count: left }) : null}
      </p>
    </>
  );
}

/** A field for a whole number, without spin buttons. */
export function NumberWidget({ id, value, onChange }: WidgetProps) {
  const { hints, bad, leave, attributes } = useControl(id);
  const [text, setText] = useState(value === undefined ? "" : String(value));
  return (
    <Box bad={bad}>
      <input
        translate="no"
        id={id}
        className="num"
        value={text}
        inputMode="numeric"
        autoComplete={hints.autocomplete ?? "off"}
        onChange={(event) => {
          const next = digitsOf(event.target.value).slice(0, 9);
          setText(next);
          onChange(next === "" ? undefined : Number(next));
        }}
        onBlur={leave}
        {...attributes}
      />
    </Box>
  );
}

const accountMask: Mask = { clean: (typed) => digitsOf(typed).slice(0, 16), show: (kept) => kept };

/** A field for a bank account number. Separators in pasted text are removed. */
export function AccountNumberWidget(props: WidgetProps) {
  return <MaskedInput {...props} mask={accountMask} inputMode="numeric" />;
}

/** A field that groups its characters while the person types, and keeps the caret in place. */
export function MaskedInput({
  id,
  value,
  onChange,
  mask,
  inputMode,
  capitals,
}: WidgetProps & {
  readonly mask: Mask;
  readonly inputMode: InputMode;
  readonly capitals?: boolean;
}) {
  const { hints, bad, leave, attributes } = useControl(id);
  const [shown, setShown] = useState(() => mask.show(mask.clean(String(value ?? ""))));
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <Box bad={bad}>
      <input
        translate="no"
        ref={input}
        id={id}
        className="num"
        value={shown}
        inputMode={inputMode}
        autoComplete={hints.autocomplete ?? "off"}
        autoCapitalize={capitals ? "characters" : undefined}
        spellCheck={false}
        onChange={(event) => {
          const { value: typed, selectionStart } = event.target;
          const kept = mask.clean(typed);
          const next = mask.show(kept);
          if ((selectionStart ?? typed.length) < typed.length)
            caret.current = caretAfter({ mask, before: typed.slice(0, selectionStart ?? 0), shown: next });
          setShown(next);
          onChange(kept === "" ? undefined : kept);
        }}
        onBlur={() => {
          const kept = mask.clean(shown);
          const settled = mask.settle?.(kept) ?? kept;
          if (settled !== kept) {
            setShown(mask.show(settled));
            onChange(settled);
          }
          leave();
        }}
        {...attributes}
      />
    </Box>
  );
}
