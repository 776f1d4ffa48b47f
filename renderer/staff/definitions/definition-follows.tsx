import { ArrowRight } from "lucide-react";
import type { Differences } from "../../kit/api/answers.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { answerOfRule } from "./definition-classes.tsx";
import "./definitions.css";

/**
 * Results that change because of another change, such as the level that follows from a score. Each result is
 * shown before its cause.
 */
export function DefinitionFollows({ of }: { readonly of: NonNullable<Differences["consequences"]> }) {
  const words = useText();
  const lng = useLanguage();
  if (of.length === 0) return null;
  return (
    <section className="card judged">
      <h2>{words("definition:follows.title")}</h2>
      {of.map(({ rule, title, through, affected, why }) => {
        const from = through.map((one) => `“${one[lng]}”`).join(", ");
        return (
          <div key={rule} className="gap8">
            <h3>{title[lng]}</h3>
            {why !== null || affected.length > 0 ? (
              <p className="small">{words("definition:follows.from", { from })}</p>
            ) : (
              <p>{words("definition:follows.reads", { from })}</p>
            )}
            {why === null ? null : <p>{why[lng]}</p>}
            <ul className="gap8">
              {affected.map((one) => (
                <li key={`${JSON.stringify(one.from)} ${JSON.stringify(one.to)}`}>
                  <span className="turn">
                    {answerOfRule(one.from, words).text}
                    <ArrowRight size={18} aria-hidden="true" />
                    <b>{answerOfRule(one.to, words).text}</b>
                  </span>
                  <details className="small">
                    <summary>{words("definition:follows.example")}</summary>
                    {one.witness.words[lng]}
                  </details>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
