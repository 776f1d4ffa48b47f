import { useLanguage } from "../../kit/text/i18n.ts";
import type { Readable } from "./readable.ts";

/** The options of a select of data paths. They are grouped by step or fact. */
export function PlaceOptions({ places, groupOf }: Pick<Readable, "places" | "groupOf">) {
  const lng = useLanguage();
  const groups = [...new Set(places.map(({ path }) => groupOf(path)))];
  return groups.map((group) => (
    <optgroup key={group} label={group}>
      {places
        .filter(({ path }) => groupOf(path) === group)
        .map(({ path, name }) => (
          <option key={path} value={path}>
            {name[lng]}
          </option>
        ))}
    </optgroup>
  ));
}
