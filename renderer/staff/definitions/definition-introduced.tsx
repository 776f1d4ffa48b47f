import type { Introduced, IntroducedPart } from "../../kit/api/answers.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChangedValues } from "./definition-steps.tsx";
import "./definitions.css";

/** Everything that a new flow does, and to whom. It is shown as if an empty flow had been changed. */
export function DefinitionIntroduced({ of }: { readonly of: Introduced | null | undefined }) {
  const words = useText();
  const lng = useLanguage();
  if (!of) return null;
  return (
    <section className="card judged">
      <h2>{words("definition:introduced.title")}</h2>
      <p>
        <b>{of.title[lng]}</b>
      </p>
      <ChangedValues of={of.says} />
      <h3>{words("definition:introduced.steps")}</h3>
      <Parts of={of.steps} />
      <h3>{words("definition:introduced.rules")}</h3>
      {of.rules.length === 0 ? <p>{words("definition:introduced.none")}</p> : <Parts of={of.rules} />}
    </section>
  );
}

function Parts({ of }: { readonly of: readonly IntroducedPart[] }) {
  const lng = useLanguage();
  return (
    <ol className="gap12">
      {of.map(({ id, title, says }) => (
        <li key={id} className="gap8">
          <p>
            <b>{title[lng]}</b>
          </p>
          <ChangedValues of={says} />
        </li>
      ))}
    </ol>
  );
}
