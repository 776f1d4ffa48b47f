import type { Differences } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/** Protections before effects, and questions, that the change removes. They are shown first. */
export function DefinitionLost({
  of,
  unasked,
}: {
  readonly of: NonNullable<Differences["lost"]>;
  readonly unasked: NonNullable<Differences["reach"]>["unasked"];
}) {
  const words = useText();
  const lng = useLanguage();
  if (of.length + unasked.length === 0) return null;
  // The oldest supported browsers lack `Map.groupBy`.
  const groups = new Map<string, (typeof of)[number][]>();
  const ordinary = of.filter(({ kind }) => kind === "ordinary");
  const guards = of.filter((one) => !ordinary.includes(one));
  for (const one of guards) {
    const steps = one.effects.map(({ title }) => title[lng]).join("”, “");
    groups.set(steps, [...(groups.get(steps) ?? []), one]);
  }
  return (
    <Note tone={guards.length + unasked.length > 0 ? "loss" : "warn"} role="alert">
      {guards.length === 0 ? null : <b>{words("definition:lost.title", { count: guards.length })}</b>}
      {[...groups].map(([steps, lost]) => (
        <div key={steps}>
          <p>{words("definition:lost.before", { steps })}</p>
          <Lines of={lost.slice(0, MOST)} />
          {lost.length > MOST ? (
            <details>
              <summary>{words("definition:lost.more", { count: lost.length - MOST })}</summary>
              <Lines of={lost.slice(MOST)} />
            </details>
          ) : null}
        </div>
      ))}
      {ordinary.length === 0 ? null : (
        <div>
          <p>{words("definition:lost.ordinary")}</p>
          <Lines of={ordinary} />
        </div>
      )}
      {unasked.length === 0 ? null : (
        <p>{words("definition:reach.unasked", { fields: unasked.map((one) => one[lng]).join(", ") })}</p>
      )}
    </Note>
  );
}

function Lines({ of }: { readonly of: NonNullable<Differences["lost"]> }) {
  const lng = useLanguage();
  return (
    <ul className="bullets">
      {of.map(({ says }) => (
        <li key={says.en}>{says[lng]}</li>
      ))}
    </ul>
  );
}

/** Maximum number of lines shown at once. Further lines must be opened. */
const MOST = 8;
