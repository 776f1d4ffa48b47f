import type { ReactNode } from "react";
import type { RuleDifference } from "../../kit/api/answers.ts";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { answerOfRule, DefinitionClasses } from "./definition-classes.tsx";
import { ChangedCases } from "./definition-guards.tsx";
import "./definitions.css";

/** The changed rules: their clauses before and after, and the people for whom the answer changes. */
export function DefinitionRules({ of }: { readonly of: readonly RuleDifference[] }) {
  return of.map((rule) => <Rule key={rule.rule} of={rule} />);
}

function Rule({ of }: { readonly of: RuleDifference }) {
  const words = useText();
  const lng = useLanguage();
  const summed = { equal: "same", unknown: "unknown", added: "ruleAdded", removed: "ruleRemoved" } as const;
  return (
    <section className="card judged">
      <h2>{of.title[lng]}</h2>
      {of.kind === "different" ? null : (
        <p>
          {words(`definition:says.${summed[of.kind]}`)} {of.why?.[lng]}
        </p>
      )}
      {of.guard === undefined || of.guard.effects.length > 0 ? null : <ChangedCases of={of.guard} />}
      {of.clauses.length > 0 ? (
        <div className="gap12">
          <h3>{words("definition:says.title")}</h3>
          {of.clauses.map((clause) => (
            <Clause key={clause.clause} of={clause} />
          ))}
        </div>
      ) : null}
      {of.kind === "different" ? (
        <div className="gap8">
          <div className="screenhead">
            <h3>{words("definition:whom.title")}</h3>
            <span className="small">
              {words("definition:whom.count", {
                count: of.affected.reduce((sum, { people }) => sum + people.length, 0),
              })}
            </span>
          </div>
          {of.affected.length === 0 ? <p>{words("definition:whom.nobody")}</p> : null}
          <DefinitionClasses of={of.affected} answer={(value) => answerOfRule(value, words)} />
          {(of.moreAffected ?? 0) > 0 ? (
            <p className="small">{words("definition:follows.ways", { count: of.moreAffected })}</p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Clause({ of }: { readonly of: RuleDifference["clauses"][number] }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <div className="clause">
      <dl className="beforeafter">
        <Side label={words("definition:says.before")}>
          {of.before === null ? <Badge>{words("definition:says.new")}</Badge> : of.before[lng]}
        </Side>
        <Side label={words("definition:says.after")} now>
          {of.after === null ? <Badge tone="loss">{words("definition:says.gone")}</Badge> : of.after[lng]}
        </Side>
      </dl>
      {of.kind === "removed" ? null : (
        <p className="small">
          {words("definition:says.reads")} “{of.reason[lng]}”
        </p>
      )}
    </div>
  );
}

function Side({
  label,
  now,
  children,
}: {
  readonly label: string;
  readonly now?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={now ? "now" : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
