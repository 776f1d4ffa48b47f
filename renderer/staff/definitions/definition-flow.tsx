import type { Differences } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { hasText, useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChangedValues } from "./definition-steps.tsx";
import "./definitions.css";

/** The changes of the flow itself, outside steps and rules. Removed promises come first. */
export function DefinitionFlow({ of }: { readonly of: Differences }) {
  const words = useText();
  const lng = useLanguage();
  const { parts, promises = [] } = of;
  if (parts.length === 0) return null;
  const promised = (wanted: "added" | "removed") =>
    promises
      .filter(({ kind }) => kind === wanted)
      .map(({ step, rule }) => words("definition:checks.promise", { step: step[lng], rule: rule[lng] }));
  const nameOf = (part: string) => {
    const key = `definition:flow.part.${part}`;
    return hasText(key) ? words(key) : part;
  };
  const [added, removed] = [promised("added"), promised("removed")];
  return (
    <section className="card judged">
      <h2>{words("definition:flow.title")}</h2>
      {removed.length === 0 ? null : (
        <Note tone="loss">
          <b>{words("definition:flow.removed", { count: removed.length })}</b>
          <Sentences of={removed} />
        </Note>
      )}
      {added.length === 0 ? null : (
        <div>
          <b>{words("definition:flow.added", { count: added.length })}</b>
          <Sentences of={added} />
        </div>
      )}
      <ul className="bullets">
        {parts.map((part) => (
          <li key={part}>{nameOf(part)}</li>
        ))}
      </ul>
      <ChangedValues of={of.values ?? []} />
    </section>
  );
}

function Sentences({ of }: { readonly of: readonly string[] }) {
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
