import { languageFacts, otherLanguages } from "../../../engine/values/languages.ts";
import type { Differences } from "../../kit/api/answers.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

type Texts = Differences["changedTexts"];

/** Location that is shown for texts in older evidence, which did not store locations. */
const OLDER: NonNullable<Texts[number]["spot"]> = { of: [], use: "shared" };

/** Changed texts in both languages. The approval includes them. */
export function DefinitionTexts({ of, more }: { readonly of: Texts; readonly more: number }) {
  const words = useText();
  const lng = useLanguage();
  if (of.length === 0) return null;
  const languages = [lng, ...otherLanguages(lng)];
  const [few, rest] = [of.slice(0, 5), of.slice(5)];
  const lists = (texts: Texts) => (
    <ul className="gap12">
      {texts.map(({ key, before, after, spot = OLDER }) => (
        <li key={key}>
          <b className="small">
            {[...spot.of.map((title) => title[lng]), words(`definition:texts.use.${spot.use}`)].join(" · ")}
          </b>
          {languages.map((language) =>
            before?.[language] === after?.[language] ? null : (
              <dl key={language} className="beforeafter" lang={language}>
                <div>
                  <dt>{languageFacts(language).name}</dt>
                  <dd>
                    {before === null ? null : <del className="block">{before[language]}</del>}
                    <ins className="block">{after?.[language] ?? words("definition:texts.none")}</ins>
                  </dd>
                </div>
              </dl>
            ),
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="card judged">
      <div className="screenhead">
        <h2>{words("definition:texts.title")}</h2>
        <span className="small">{words("definition:texts.count", { count: of.length + more })}</span>
      </div>
      {lists(few)}
      {rest.length > 0 ? (
        <details>
          <summary>{words("definition:texts.more", { count: rest.length })}</summary>
          {lists(rest)}
        </details>
      ) : null}
      {more > 0 ? <p className="small">{words("definition:texts.more", { count: more })}</p> : null}
    </section>
  );
}
