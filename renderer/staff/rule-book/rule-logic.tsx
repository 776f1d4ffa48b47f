import type { ConditionText, MendWords } from "../../kit/api/answers.ts";
import { keyed } from "../../kit/parts/keyed.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital, type PartOfRule } from "./rule-book-data.ts";

/**
 * The conditions of a rule, each with the text for the investor and how to meet it. A rule with a decision
 * table shows that table.
 */
export function RuleLogic({ of, heading: Heading }: PartOfRule) {
  const words = useText();
  const lng = useLanguage();
  const promises = of.kind === "assumption";
  return (
    <section className="card card--pad gap12 logic">
      {of.clauses.length > 0 ? (
        <>
          <Heading>{words(promises ? "rule-book:promises" : "rule-book:conditions")}</Heading>
          <ol className="clauses">
            {of.clauses.map(({ id, says, reason, mend }) => (
              <li key={id}>
                <Told of={says} />
                <p className="small">
                  {promises ? reason[lng] : words("rule-book:reason", { text: reason[lng] })}
                </p>
                {promises ? null : <p className="small">{mendText(mend, words, lng)}</p>}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {of.table.length > 0 ? (
        <>
          <Heading>{words("rule-book:table.title")}</Heading>
          <table className="tbl ruletable">
            <thead>
              <tr>
                <th scope="col">{words("rule-book:table.when")}</th>
                <th scope="col">{words("rule-book:table.value")}</th>
              </tr>
            </thead>
            <tbody>
              {keyed(of.table, ({ when }) => when?.says[lng] ?? "").map(({ key, item: { when, value } }) => (
                <tr key={key}>
                  <td>{when === null ? words("rule-book:table.otherwise") : <Told of={when} />}</td>
                  <td>
                    <b>{value[lng]}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
      {of.says ? (
        <>
          <Heading>{words("rule-book:table.calculated")}</Heading>
          <Told of={of.says} />
        </>
      ) : null}
    </section>
  );
}

/** A condition as a sentence. A condition with parts is the head of an indented list. */
function Told({ of: { says, parts } }: { readonly of: ConditionText }) {
  const lng = useLanguage();
  if (parts.length === 0) return <p>{capital(says[lng])}</p>;
  return (
    <div>
      <p className="head">{capital(says[lng])}</p>
      <ul className="points">
        {keyed(parts, (part) => part.says[lng]).map(({ key, item: part }) => (
          <li key={key}>
            <Told of={part} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function mendText(
  mend: MendWords,
  words: ReturnType<typeof useText>,
  lng: ReturnType<typeof useLanguage>,
): string {
  switch (mend.kind) {
    case "answer": {
      const question = mend.question[lng];
      return mend.screen === null
        ? words("rule-book:mend.answerOnly", { question })
        : words("rule-book:mend.answer", { question, screen: mend.screen[lng] });
    }
    case "flow":
      return words("rule-book:mend.flow", { title: mend.title[lng] });
    default:
      return words(`rule-book:mend.${mend.kind}`);
  }
}
