import { ArrowRight } from "lucide-react";
import type { Affected, Json } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

/**
 * The groups of people that a change affects. Each has a description, its changed answer and an example
 * person.
 */
export function DefinitionClasses({
  of,
  answer,
}: {
  readonly of: readonly Affected[];
  readonly answer: (value: Json) => SaidAnswer;
}) {
  const words = useText();
  if (of.length === 0) return null;
  return (
    <div className="tablewrap">
      <table className="tbl classes">
        <thead>
          <tr>
            <th scope="col">{words("definition:whom.group")}</th>
            <th scope="col">{words("definition:whom.answer")}</th>
            <th scope="col">{words("definition:whom.witness")}</th>
          </tr>
        </thead>
        <tbody>
          {[...of].sort(byLoss).map((one) => (
            <Class key={`${JSON.stringify(one.from)} ${JSON.stringify(one.to)}`} of={one} answer={answer} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Sorts groups so that people who lose something come first. */
function byLoss(one: Affected, other: Affected): number {
  const loses = ({ from, to }: Affected) => (from === true && to !== true ? 0 : 1);
  return loses(one) - loses(other);
}

/** Maximum number of short group descriptions shown at once. A longer list must be opened. */
const MOST_SHORT = 2;
/** Maximum length of a person's description shown at once, in characters. */
const SHORT_PERSON = 140;

/** Maximum length of a group's description shown at once, in characters. */
const SHORT_GROUP = 320;

/** An answer as text, with its colour. */
export type SaidAnswer = { readonly text: string; readonly tone?: "gain" | "loss" | "warn" | "info" };

function Class({ of, answer }: { readonly of: Affected; readonly answer: (value: Json) => SaidAnswer }) {
  const words = useText();
  const lng = useLanguage();
  const { all } = of.witness;
  const person = of.witness.words[lng];
  const from = answer(of.from);
  const to = answer(of.to);
  return (
    <tr>
      <th scope="row">
        <AffectedPeople of={of} />
      </th>
      <td data-label={words("definition:whom.answer")}>
        <span className="turn">
          <Said of={from} />
          <ArrowRight size={18} aria-hidden="true" />
          <Said of={to} />
        </span>
      </td>
      <td data-label={words("definition:whom.witness")} className="small">
        {person.length <= SHORT_PERSON ? (
          person
        ) : (
          <details>
            <summary>{words("definition:whom.show")}</summary>
            {person}
          </details>
        )}
        {all ? (
          <details>
            <summary>{words("definition:whom.allFacts")}</summary>
            {all[lng]}
          </details>
        ) : null}
      </td>
    </tr>
  );
}

/**
 * Descriptions of the affected people. Short descriptions are shown at once. Long and further descriptions
 * must be opened.
 */
function AffectedPeople({ of }: { readonly of: Affected }) {
  const words = useText();
  const lng = useLanguage();
  // Groups are merged if they differ only in details that do not influence the change.
  const chiefs = [...new Set(of.people.map((one) => (one.chief ?? one)[lng]))];
  const isShort = of.people.some(({ chief }) => chief !== null);
  const first = isShort && chiefs.length <= MOST_SHORT ? chiefs : chiefs.slice(0, 1);
  const others = isShort ? of.people : of.people.slice(1);
  return (
    <>
      {first.map((chief) =>
        chief.length <= SHORT_GROUP ? (
          <span key={chief} className="block">
            {chief}
          </span>
        ) : (
          <details key={chief}>
            <summary>{words("definition:whom.byMany")}</summary>
            <span className="small">{chief}</span>
          </details>
        ),
      )}
      {others.length === 0 ? null : (
        <details>
          <summary>
            {words(isShort ? "definition:whom.whole" : "definition:whom.others", { count: others.length })}
          </summary>
          <ul className="small gap8">
            {others.map((people) => (
              <li key={people[lng]}>{people[lng]}</li>
            ))}
          </ul>
        </details>
      )}
      {of.more ? <p className="small">{words("definition:whom.andMore")}</p> : null}
    </>
  );
}

function Said({ of }: { readonly of: SaidAnswer }) {
  return of.tone ? <Badge tone={of.tone}>{of.text}</Badge> : <Badge>{of.text}</Badge>;
}

/** Returns a rule's answer as text. */
export function answerOfRule(value: Json, words: (key: string) => string): SaidAnswer {
  if (value === true) return { text: words("definition:answer.yes"), tone: "gain" };
  if (value === false) return { text: words("definition:answer.no"), tone: "loss" };
  const [, does] = /^unknown, so (refuse|allow|ask)$/.exec(String(value)) ?? [];
  if (does) return { text: words(`definition:answer.${does}`), tone: "warn" };
  return { text: typeof value === "object" ? JSON.stringify(value) : String(value) };
}
