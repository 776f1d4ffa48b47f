import { useText } from "../text/i18n.ts";

/** Shows how many entries of a shortened list are visible. Renders nothing if all entries are visible. */
export function Listed({ shown, total }: { readonly shown: number; readonly total: number }) {
  const words = useText();
  return shown < total ? <p className="small">{words("common:listed", { shown, total })}</p> : null;
}
