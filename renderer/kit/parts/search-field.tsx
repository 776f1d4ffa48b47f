import { Search } from "lucide-react";

/** A field to search a list with; what it searches stands in it until something is typed. */
export function SearchField({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <label className="search">
      <span className="sr">{label}</span>
      <Search size={20} aria-hidden="true" />
      <input
        className="textinput"
        type="search"
        value={value}
        placeholder={label}
        onChange={(event) => onValue(event.target.value)}
      />
    </label>
  );
}
