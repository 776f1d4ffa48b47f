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

/** What stands around every control, in a flow and outside of one: label, hint, the control, what is wrong with it. */
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
  /** The control's id; a group's own. */
  readonly id: string;
  readonly label: ReactNode;
  /** Stands beside the label where nothing need be said, such as `optional`. */
  readonly optional?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Several controls: their label is a legend. */
  readonly group?: boolean;
  /** It is read out only, since what stands around says it already. */
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

/** The sentence under a field that is wrong. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | null }) {
  return error === null ? null : (
    <p className="err" id={`${id}-error`}>
      <CircleAlert size={16} strokeWidth={2.25} aria-hidden="true" />
      <span>{error}</span>
    </p>
  );
}

/** The ids of what explains a control. */
export function described(of: {
  readonly id: string;
  readonly hint: boolean;
  readonly error: boolean;
}): string | undefined {
  const ids = [of.error ? `${of.id}-error` : "", of.hint ? `${of.id}-hint` : ""].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}

/** The frame of a control. */
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

/** What the fields outside of flows have in common. */
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

/** A line of text outside of flows. `type="password"` can be shown. */
export function TextField({
  onValue,
  below,
  before,
  type = "text",
  ...given
}: Around &
  Input & {
    /** Stands under the input, such as rules that tick off. */
    readonly below?: ReactNode;
    /** Stands in the frame, before what is typed. */
    readonly before?: ReactNode;
  }) {
  const words = useText();
  const [shown, setShown] = useState(false);
  const { around, rest, attributes } = apart(given);
  const Icon = shown ? Eye : EyeOff;
  return (
    <Field {...around}>
      <Box bad={attributes["aria-invalid"] === true}>
        {before}
        <input
          {...rest}
          {...attributes}
          type={type === "password" && shown ? "text" : type}
          // No password has a blank; keyboards and clipboards add one.
          onChange={(event) => onValue(type === "password" ? event.target.value.trim() : event.target.value)}
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
      </Box>
      {below}
    </Field>
  );
}

/** Several lines of text outside of flows. */
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
    </Field>
  );
}

/** One of many outside of flows; `children` are its options. */
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

/** What stands around a control, what the control itself is given, and the attributes that tie both. */
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
