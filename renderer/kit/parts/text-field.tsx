import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import { useText } from "../text/i18n.ts";

type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  readonly onValue: (value: string) => void;
  /** Stands under the input, such as rules that tick off. */
  readonly below?: ReactNode;
};

/** A labelled input outside of flows (log-in, staff pages): label, hint, input, error. `type="password"` can be shown. */
export function TextField({
  id,
  label,
  hint,
  error = null,
  onValue,
  below,
  type = "text",
  ...rest
}: TextFieldProps) {
  const words = useText();
  const [shown, setShown] = useState(false);
  const Icon = shown ? Eye : EyeOff;
  const explained = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className={error ? "in bad" : "in"}>
        <input
          {...rest}
          id={id}
          type={type === "password" && shown ? "text" : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={explained || undefined}
          onChange={(event) => onValue(event.target.value)}
        />
        {type === "password" ? (
          <button
            type="button"
            className="iconbtn"
            aria-pressed={shown}
            aria-label={words("common:flow.showPassword")}
            onClick={() => setShown(!shown)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {below}
      {error ? (
        <p className="err" id={`${id}-error`}>
          <CircleAlert size={16} strokeWidth={2.25} aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
