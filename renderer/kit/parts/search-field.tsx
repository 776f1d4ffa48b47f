import { Search } from "lucide-react";
import { useId } from "react";
import { TextField } from "./fields.tsx";

/** A search field. Its placeholder says what the search covers. */
export function SearchField({
  label,
  hint = label,
  value,
  onValue,
}: {
  readonly label: string;
  /** Text of the placeholder, if it differs from the label. */
  readonly hint?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <div className="search">
      <TextField
        id={useId()}
        type="search"
        label={label}
        labelHidden
        before={<Search size={20} aria-hidden="true" />}
        value={value}
        placeholder={hint}
        onValue={onValue}
      />
    </div>
  );
}
