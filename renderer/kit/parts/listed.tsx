import { useText } from "../text/i18n.ts";

/** Says that a list ends before its end: how many of how many are listed. Nothing where all are. */
export function Listed({ shown, total }: { readonly shown: number; readonly total: number }) {
  const words = useText();
  return shown < total ? <p className="small">{words("common:listed", { shown, total })}</p> : null;
}
