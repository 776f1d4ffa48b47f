import type { CaseWords } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "./rule-book-data.ts";

const TONES = { met: "gain", notMet: "loss", unknown: "warn", value: "brand" } as const;

/** The test cases of a rule as text: input, expected answer, and the author's reason. */
export function RuleCases({
  of,
  heading: Heading,
}: {
  readonly of: readonly CaseWords[];
  readonly heading: "h2" | "h3";
}) {
  const words = useText();
  return (
    <section className="card card--pad gap8">
      <Heading>
        {words("rule-book:cases.title")} <span className="small num">{of.length}</span>
      </Heading>
      <table className="tbl casetable">
        <thead>
          <tr>
            <th scope="col">{words("rule-book:cases.number")}</th>
            <th scope="col">{words("rule-book:cases.given")}</th>
            <th scope="col">{words("rule-book:cases.answer")}</th>
            <th scope="col">{words("rule-book:cases.note")}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one, index) => (
            <Row key={one.why} of={one} number={index + 1} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ of, number }: { readonly of: CaseWords; readonly number: number }) {
  const words = useText();
  const lng = useLanguage();
  const places = of.open.map((place) => place[lng]).join(", ");
  const given = of.given.map((one) => one[lng]);
  if (places !== "") given.push(words("rule-book:cases.open", { places }));
  const like = of.likeFirst ? `${words("rule-book:cases.likeFirst")} ` : "";
  const [only] = given;
  return (
    <tr>
      <th scope="row" className="num">
        {number}
      </th>
      <td>
        {given.length === 1 ? (
          capital(`${like}${only}`)
        ) : (
          <>
            {like}
            <ul className="points">
              {given.map((one) => (
                <li key={one}>{capital(one)}</li>
              ))}
            </ul>
          </>
        )}
      </td>
      <td>
        <Badge tone={TONES[of.answer]}>
          {of.answer === "value" ? of.value?.[lng] : words(`rule-book:answer.${of.answer}`)}
        </Badge>
      </td>
      <td lang="en" className="small" data-label={words("rule-book:cases.note")}>
        {of.why}
      </td>
    </tr>
  );
}
