import type { Differences } from "../../api/answers.ts";
import { Note } from "../../parts/note.tsx";
import { useLanguage, useText } from "../../text/i18n.ts";

/** Questions that nobody is asked any more, and how many paths are left, said before all else. */
export function DefinitionReach({ of }: { readonly of: Differences["reach"] }) {
  const words = useText();
  const lng = useLanguage();
  if (of === undefined) return null;
  const { ways, unasked } = of;
  const isFewer = ways !== null && ways.after < ways.before;
  if (unasked.length === 0 && (ways === null || ways.after === ways.before)) return null;
  return (
    <Note tone={unasked.length > 0 ? "loss" : isFewer ? "warn" : "info"}>
      {unasked.length > 0 ? (
        <p>
          <b>{words("definition:reach.unasked", { fields: unasked.map((one) => one[lng]).join(", ") })}</b>
        </p>
      ) : null}
      {ways !== null && ways.after !== ways.before ? <p>{words("definition:reach.ways", ways)}</p> : null}
    </Note>
  );
}
