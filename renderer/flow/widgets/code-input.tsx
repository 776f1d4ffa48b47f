import { useState } from "react";
import { codeIn } from "../../kit/text/mask.ts";

/** Six digits drawn in six cells over one real input, so that paste, autofill and every keyboard work. */
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
  /** Whether dots hide the digits, as for a PIN. */
  readonly hidden?: boolean;
  /** Whether the phone may suggest a code that it received by SMS. */
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
        // With type `password`, browsers would offer to save the PIN. The cells hide the digits instead.
        type="text"
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete={oneTime ? "one-time-code" : "off"}
        // A person may paste the whole SMS with the code in it.
        maxLength={1000}
        value={value}
        aria-label={label}
        aria-invalid={bad || undefined}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noAutofocus: this screen asks for a code and nothing else.
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
