import type { Differences } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** The number of possible paths through the flow, if it changed. */
export function DefinitionReach({ of }: { readonly of: Differences["reach"] }) {
  const words = useText();
  const ways = of?.ways ?? null;
  if (ways === null || ways.after === ways.before) return null;
  return (
    <Note tone={ways.after < ways.before ? "warn" : "info"}>{words("definition:reach.ways", ways)}</Note>
  );
}
