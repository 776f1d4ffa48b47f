import { useState } from "react";
import { codeIn } from "../../kit/text/mask.ts";

/** Six digits in six cells over one real input, so that paste, autofill and every keyboard work. */
export function CodeInput({
  id,
  value,
  onChange,
  onBlur,
  label,
  hidden,
  oneTime,
  bad,
  describedBy,
  autoFocus,
}: {
  readonly id: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly onBlur?: () => void;
  /** Accessible name if there is no visible label. */
  readonly label?: string;
  /** Shows dots, as for a PIN. */
  readonly hidden?: boolean;
  /** Lets the phone suggest the received code. */
  readonly oneTime?: boolean;
  readonly bad?: boolean;
  readonly describedBy?: string | undefined;
  readonly autoFocus?: boolean;
}) {
  const [focused, setFocused] = useState(false);
  return (
    <div className={bad ? "code bad" : "code"}>
      <input
        id={id}
        className={hidden ? "secret" : undefined}
        // A password field would make browsers offer to save a PIN; the cells hide it instead.
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete={oneTime ? "one-time-code" : "off"}
        // A whole message may be pasted.
        maxLength={1000}
        value={value}
        aria-label={label}
        aria-invalid={bad || undefined}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noAutofocus: a screen that asks for a code and nothing else begins in it.
        autoFocus={autoFocus}
        onChange={(event) => onChange(codeIn(event.target.value, value))}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          onBlur?.();
        }}
      />
      <Cells value={value} hidden={hidden} focused={focused} />
    </div>
  );
}

function Cells({
  value,
  hidden,
  focused,
}: {
  readonly value: string;
  readonly hidden: boolean | undefined;
  readonly focused: boolean;
}) {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <span key={at} className={focused && at === Math.min(value.length, 5) ? "cur" : undefined}>
          {at < value.length ? hidden ? "•" : value[at] : focused && at === value.length ? <i /> : null}
        </span>
      ))}
    </div>
  );
}
