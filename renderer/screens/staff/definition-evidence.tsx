import { useQuery } from "@tanstack/react-query";
import type { Sentence } from "../../api/client.ts";
import { get } from "../../api/query.ts";
import { Button } from "../../parts/button.tsx";
import { Note } from "../../parts/note.tsx";
import { ErrorState, LoadingShape } from "../../parts/states.tsx";
import { useLanguage, useText } from "../../text/i18n.ts";
import "./definition-evidence.css";

type Value = string | number | boolean | null | object;
type Affected = {
  readonly from: Value;
  readonly to: Value;
  readonly people: readonly Sentence[];
  readonly more: boolean;
  readonly witness: { readonly words: Sentence };
};
type RuleDifference = {
  readonly rule: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "equal" | "different" | "unknown";
  readonly texts: readonly string[];
  readonly affected: readonly Affected[];
  readonly clauses: readonly { readonly clause: string; readonly kind: string; readonly reason: Sentence }[];
};
type StepDifference = {
  readonly step: string;
  readonly title: Sentence;
  readonly kind: "added" | "removed" | "changed";
  readonly why: Sentence | null;
  readonly affected: readonly Affected[];
};
type Fates = {
  readonly goesOn: number;
  readonly asked: number;
  readonly stuck: number;
  readonly stays: number;
};
type Content = {
  readonly judged: {
    readonly differences: {
      readonly kind: "same" | "texts-only" | "equal" | "different";
      readonly rules: readonly RuleDifference[];
      readonly steps: readonly StepDifference[];
      readonly titles: Readonly<Record<string, Sentence>>;
    } | null;
    readonly coverage: readonly {
      readonly rule: string;
      readonly share: number;
      readonly missing: readonly object[];
    }[];
    readonly oracle: readonly {
      readonly rule: string;
      readonly compared: number;
      readonly skipped: "amounts" | "nothing-known" | null;
    }[];
  };
  readonly impact: {
    readonly open: number;
    readonly walked: number;
    readonly all: boolean;
    readonly totals: Fates;
    readonly steps: readonly ({ readonly step: string; readonly title: Sentence } & Fates)[];
  };
};
type Stored = { readonly proposal: { readonly content: Content; readonly hash: string } };

/** What the gate found about a proposed version: whom the change affects, what cases show, which open work it touches. */
export function DefinitionEvidence({ version }: { readonly version: string }) {
  const words = useText();
  const evidence = useQuery(get<Stored>(`/definitions/versions/${version}/evidence`));
  if (evidence.isPending) return <LoadingShape rows={2} />;
  if (evidence.isError) return <ErrorState error={evidence.error} retry={() => void evidence.refetch()} />;
  const { content } = evidence.data.proposal;
  return (
    <div className="evidence">
      <Whom of={content} />
      <Coverage of={content} />
      <Impact of={content.impact} />
      <Button small onClick={() => save(evidence.data)}>
        {words("staff:definitions.evidence.download")}
      </Button>
    </div>
  );
}

// The address wants the session's token in a header, which no plain link sends.
function save(stored: Stored): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(stored, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `evidence-${stored.proposal.hash.slice(0, 12)}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

function Whom({ of }: { readonly of: Content }) {
  const words = useText();
  const lng = useLanguage();
  const { differences } = of.judged;
  if (differences === null) return null;
  const { rules, steps, titles } = differences;
  const led = (value: Value): string =>
    typeof value === "string" && titles[value]
      ? titles[value][lng]
      : words("staff:definitions.evidence.nowhere");
  return (
    <section>
      <h3>{words("staff:definitions.evidence.whom")}</h3>
      {differences.kind === "different" ? null : (
        <p>{words(`staff:definitions.evidence.kind.${differences.kind}`)}</p>
      )}
      {rules.map((rule) => (
        <div key={rule.rule} className="gap8">
          <p>
            <b>{rule.title[lng]}</b>: {words(`staff:definitions.evidence.rule.${rule.kind}`)}
          </p>
          {rule.clauses.map((clause) => (
            <p key={clause.clause} className="small">
              {words(`staff:definitions.evidence.clause.${clause.kind}`)}: {clause.reason[lng]}
            </p>
          ))}
          <Classes of={rule.affected} answer={(value) => answerOf(value, words)} />
        </div>
      ))}
      {steps.map((step) => (
        <div key={step.step} className="gap8">
          <p>
            <b>{step.title[lng]}</b>: {words(`staff:definitions.evidence.step.${step.kind}`)}
          </p>
          {step.why === null ? null : (
            <p className="small">{words("staff:definitions.evidence.undecided")}</p>
          )}
          <Classes of={step.affected} answer={led} />
        </div>
      ))}
    </section>
  );
}

function Classes({
  of,
  answer,
}: {
  readonly of: readonly Affected[];
  readonly answer: (value: Value) => string;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <ul className="classes">
      {of.map((one) => (
        <li key={`${JSON.stringify(one.from)} ${JSON.stringify(one.to)}`}>
          <p>{words("staff:definitions.evidence.changes", { from: answer(one.from), to: answer(one.to) })}</p>
          <p className="small">
            {words("staff:definitions.evidence.example")}: {one.witness.words[lng]}
          </p>
          <details>
            <summary>{words("staff:definitions.evidence.everybody", { count: one.people.length })}</summary>
            <ul>
              {one.people.map((people) => (
                <li key={people[lng]} className="small">
                  {people[lng]}
                </li>
              ))}
            </ul>
            {one.more ? <p className="small">{words("staff:definitions.evidence.more")}</p> : null}
          </details>
        </li>
      ))}
    </ul>
  );
}

function answerOf(value: Value, words: (key: string) => string): string {
  if (value === true) return words("staff:definitions.evidence.answer.yes");
  if (value === false) return words("staff:definitions.evidence.answer.no");
  const unknown = /^unknown, so (refuse|allow|ask)$/.exec(String(value));
  if (unknown) return words(`staff:definitions.evidence.answer.${unknown[1]}`);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function Coverage({ of }: { readonly of: Content }) {
  const words = useText();
  const lng = useLanguage();
  const { coverage, oracle, differences } = of.judged;
  if (coverage.length === 0) return null;
  const titleOf = (id: string): string =>
    differences?.rules.find(({ rule }) => rule === id)?.title[lng] ?? id;
  const incomplete = coverage.some(({ missing }) => missing.length > 0);
  return (
    <section>
      <h3>{words("staff:definitions.evidence.coverage")}</h3>
      <ul className="classes">
        {coverage.map(({ rule, share, missing }) => {
          const check = oracle.find((one) => one.rule === rule);
          return (
            <li key={rule}>
              {words("staff:definitions.evidence.cases", {
                rule: titleOf(rule),
                percent: Math.floor(share * 100),
                missing: missing.length,
              })}{" "}
              {check === undefined ? null : (
                <span className="small">
                  {check.skipped === null
                    ? words("staff:definitions.evidence.second.alike", { count: check.compared })
                    : words(`staff:definitions.evidence.second.${check.skipped}`)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {incomplete ? <Note tone="warn">{words("staff:definitions.evidence.incomplete")}</Note> : null}
    </section>
  );
}

function Impact({ of }: { readonly of: Content["impact"] }) {
  const words = useText();
  const lng = useLanguage();
  const sentence = (fates: Fates) => words("staff:definitions.evidence.fates", { ...fates });
  return (
    <section>
      <h3>{words("staff:definitions.evidence.impact")}</h3>
      {of.open === 0 ? (
        <p>{words("staff:definitions.evidence.nobody")}</p>
      ) : (
        <>
          <p>{sentence(of.totals)}</p>
          {of.all ? null : (
            <p className="small">
              {words("staff:definitions.evidence.some", { walked: of.walked, open: of.open })}
            </p>
          )}
          <ul className="classes">
            {of.steps.map((step) => (
              <li key={step.step} className="small">
                {step.title[lng]}: {sentence(step)}
              </li>
            ))}
          </ul>
          {of.totals.stuck > 0 ? <Note tone="warn">{words("staff:definitions.evidence.stuck")}</Note> : null}
        </>
      )}
    </section>
  );
}
