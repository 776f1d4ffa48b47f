import { keyed } from "../../kit/parts/keyed.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { AffectedPeople } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";

/** Maximum number of entries shown. */
const MOST = 8;

/** The people whom the draft affects, shown while it is edited: before, after, and an example. */
export function Affected({
  of,
  changed,
  titleOf,
  ruleTitleOf,
}: {
  readonly of: Studied;
  readonly changed: boolean;
  readonly titleOf: (step: string) => string;
  readonly ruleTitleOf: (rule: string) => string;
}) {
  const words = useText();
  const { affected, stage } = of;
  if (!changed) return null;
  return (
    <section className="studiopanel affected" aria-labelledby="affected-title">
      <header>
        <h2 id="affected-title">{words("studio:affected.title")}</h2>
      </header>
      <div className="stepbody" role="status">
        {affected === null ? (
          <p className="small">
            {words(stage === "unsound" ? "studio:affected.unsound" : "studio:affected.waits")}
          </p>
        ) : affected.length === 0 ? (
          <p className="small">{words("studio:affected.nobody")}</p>
        ) : (
          <ul className="gap12">
            {keyed(affected.slice(0, MOST), ({ about, from, to }) => JSON.stringify([about, from, to])).map(
              ({ key, item: one }) => (
                <li key={key}>
                  <AffectedClass of={one} titleOf={titleOf} ruleTitleOf={ruleTitleOf} />
                </li>
              ),
            )}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The people for whom a step or rule gives another result: before, after, and an example. */
function AffectedClass({
  of: { about, from, to, people, witness },
  titleOf,
  ruleTitleOf,
}: {
  readonly of: AffectedPeople;
  readonly titleOf: (step: string) => string;
  readonly ruleTitleOf: (rule: string) => string;
}) {
  const words = useText();
  const lng = useLanguage();
  const said = (value: AffectedPeople["from"]): string => {
    if (value === true) return words("rule-book:answer.met");
    if (value === false) return words("rule-book:answer.notMet");
    if (typeof value === "string" && value.startsWith("unknown")) return words("rule-book:answer.unknown");
    if (!("step" in about)) return String(value);
    return typeof value === "string" && value.startsWith("asked again")
      ? words("studio:affected.again")
      : titleOf(String(value));
  };
  const name = "step" in about ? titleOf(about.step) : ruleTitleOf(about.rule);
  return (
    <>
      <b>{words("studio:affected.change", { about: name, from: said(from), to: said(to) })}</b>
      <ul className="points">
        {people.slice(0, MOST).map((one) => (
          <li key={one.en}>{one[lng]}</li>
        ))}
      </ul>
      <p className="small">{words("studio:affected.witness", { person: witness[lng] })}</p>
    </>
  );
}
