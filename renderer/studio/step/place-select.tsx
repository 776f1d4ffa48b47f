import type { ReactNode } from "react";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { PlaceOptions } from "../blocks/place-options.tsx";
import type { Readable } from "../blocks/readable.ts";

/** A select of the data paths that may be read. */
export function PlaceSelect({
  id,
  label,
  hint,
  value,
  none,
  readable: { places, groupOf },
  only = () => true,
  before,
  onValue,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** Chosen data path; empty if none is chosen. */
  readonly value: string;
  /** Label of the option "none". If it is not given, a person must choose a data path. */
  readonly none?: string;
  readonly readable: Readable;
  readonly only?: (path: string) => boolean;
  /** Options shown before the data paths. Their values end in a colon, so they differ from all data paths. */
  readonly before?: ReactNode;
  readonly onValue: (path: string) => void;
}) {
  const words = useText();
  const shown = places.filter(({ path }) => only(path));
  const isKnown = value === "" || value.endsWith(":") || shown.some(({ path }) => path === value);
  return (
    <SelectField id={id} label={label} hint={hint} value={value} onValue={onValue}>
      <option value="">{none ?? words("studio:blocks.choose")}</option>
      {isKnown ? null : <option value={value}>{words("studio:setting.gone")}</option>}
      {before}
      <PlaceOptions places={shown} groupOf={groupOf} />
    </SelectField>
  );
}
