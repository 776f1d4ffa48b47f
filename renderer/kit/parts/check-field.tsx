import "./fields.css";

/** A checkbox with its label. */
export function CheckField({
  id,
  label,
  value,
  disabled = false,
  onValue,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: boolean;
  readonly disabled?: boolean;
  readonly onValue: (value: boolean) => void;
}) {
  return (
    <label className="row tickfield" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={(event) => onValue(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
