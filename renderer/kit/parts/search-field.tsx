import { Search } from "lucide-react";
import { useId } from "react";
import { TextField } from "./fields.tsx";

/** A field to search a list with; what it searches stands in it until something is typed. */
export function SearchField({
  label,
  hint = label,
  value,
  onValue,
}: {
  readonly label: string;
  /** Stands in it while it is empty, where that is not its label. */
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
