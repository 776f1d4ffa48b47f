import { CircleAlert, Eye, EyeOff } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useState,
} from "react";
import { useText } from "../text/i18n.ts";
import "./fields.css";

/** The frame of every control, inside and outside flows: label, hint, control, error. */
export function Field({
  id,
  label,
  optional,
  hint = null,
  error = null,
  group,
  labelHidden,
  children,
}: {
  /** Element id of the control or group. */
  readonly id: string;
  readonly label: ReactNode;
  /** Text shown beside the label, such as "optional". */
  readonly optional?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Whether the field has several controls. Their label is then a `<legend>`. */
  readonly group?: boolean;
  /** Whether only screen readers get the label, because the page already shows its text. */
  readonly labelHidden?: boolean;
  readonly children: ReactNode;
}) {
  const said = (
    <>
      {label}
      {optional ? <span className="opt"> ({optional})</span> : null}
    </>
  );
  const inner = (
    <>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={id} error={error} />
    </>
  );
  const hidden = labelHidden ? "sr" : undefined;
  return group ? (
    <fieldset
      className="field"
      id={id}
      tabIndex={-1}
      aria-describedby={described({ id, hint: Boolean(hint), error: error !== null })}
    >
      <legend className={hidden}>{said}</legend>
      {inner}
    </fieldset>
  ) : (
    <div className="field">
      <label className={hidden} htmlFor={id}>
        {said}
      </label>
      {inner}
    </div>
  );
}

/** The error message under a field. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | null }) {
  return error === null ? null : (
    <p className="err" id={`${id}-error`}>
      <CircleAlert size={16} strokeWidth={2.25} aria-hidden="true" />
      <span>{error}</span>
    </p>
  );
}

/** Returns the ids of the texts that describe a control. */
export function described(of: {
  readonly id: string;
  readonly hint: boolean;
  readonly error: boolean;
}): string | undefined {
  const ids = [of.error ? `${of.id}-error` : "", of.hint ? `${of.id}-hint` : ""].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The box with the border around a control. */
export function Box({
  bad = false,
  look,
  children,
  after,
}: {
  readonly bad?: boolean;
  readonly look?: "area" | "select";
  readonly children: ReactNode;
  readonly after?: ReactNode;
}) {
  return (
    <div className={["in", look ? `in--${look}` : "", bad ? "bad" : ""].filter(Boolean).join(" ")}>
      {children}
      {after}
    </div>
  );
}

/** Props that all fields outside flows have in common. */
type Around = {
  readonly id: string;
  readonly label: ReactNode;
  readonly optional?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly labelHidden?: boolean;
  readonly onValue: (value: string) => void;
};

type Input = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "onChange">;

/** A line of text outside flows. With `type="password"` it has a Show button. */
export function TextField({
  onValue,
  below,
  before,
  type = "text",
  ...given
}: Around &
  Input & {
    /** Content shown under the input, such as password rules. */
    readonly below?: ReactNode;
    /** Content shown inside the border, before the input. */
    readonly before?: ReactNode;
  }) {
  const [shown, setShown] = useState(false);
  const { around, rest, attributes } = apart(given);
  return (
    <Field {...around}>
      <Box bad={attributes["aria-invalid"] === true}>
        {before}
        <input
          {...rest}
          {...attributes}
          type={type === "password" && shown ? "text" : type}
          // Passwords contain no spaces, but keyboards and clipboards add some.
          onChange={(event) => onValue(type === "password" ? event.target.value.trim() : event.target.value)}
        />
        {type === "password" ? <ShowPassword shown={shown} onShown={setShown} /> : null}
      </Box>
      <LettersLeft value={rest.value} most={rest.maxLength} />
      {below}
    </Field>
  );
}

/** The button inside a password's field that shows what is typed. */
export function ShowPassword({
  shown,
  onShown,
}: {
  readonly shown: boolean;
  readonly onShown: (shown: boolean) => void;
}) {
  const words = useText();
  const Icon = shown ? Eye : EyeOff;
  return (
    <button
      type="button"
      className="iconbtn"
      aria-pressed={shown}
      aria-label={words("common:flow.showPassword")}
      onClick={() => onShown(!shown)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}

/**
 * Shows how many characters are left when a text is close to its maximum length. At the maximum, the browser
 * ignores further input without a message.
 */
function LettersLeft({ value, most = 0 }: { readonly value?: unknown; readonly most?: number | undefined }) {
  const words = useText();
  const left = most - String(value ?? "").length;
  if (most < 100 || left > most / 5) return null;
  return (
    <p translate="no" className="hint" role="status">
      {words("common:flow.lettersLeft", { count: left })}
    </p>
  );
}

/** A text area outside flows. */
export function TextAreaField({
  onValue,
  ...given
}: Around & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "onChange">) {
  const { around, rest, attributes } = apart(given);
  return (
    <Field {...around}>
      <Box look="area" bad={attributes["aria-invalid"] === true}>
        <textarea {...rest} {...attributes} onChange={(event) => onValue(event.target.value)} />
      </Box>
      <LettersLeft value={rest.value} most={rest.maxLength} />
    </Field>
  );
}

/** A select outside flows; `children` are its options. */
export function SelectField({
  onValue,
  ...given
}: Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "onChange">) {
  const { around, rest, attributes } = apart(given);
  return (
    <Field {...around}>
      <Box look="select" bad={attributes["aria-invalid"] === true}>
        <select {...rest} {...attributes} onChange={(event) => onValue(event.target.value)} />
      </Box>
    </Field>
  );
}

/**
 * Splits props into those of the frame and those of the control, and adds the attributes that connect frame
 * and control.
 */
function apart<Given extends Omit<Around, "onValue">>(given: Given) {
  const { id, label, optional, hint, error = null, labelHidden, ...rest } = given;
  return {
    around: { id, label, optional, hint, error, labelHidden: labelHidden ?? false },
    rest,
    attributes: {
      id,
      "aria-invalid": error === null ? undefined : (true as const),
      "aria-describedby": described({ id, hint: Boolean(hint), error: error !== null }),
    },
  };
}
