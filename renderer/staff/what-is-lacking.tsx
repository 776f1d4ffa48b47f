import { CircleCheck, CircleDashed, TriangleAlert } from "lucide-react";
import type { AbleToInvest } from "../kit/api/answers.ts";
import { Badge } from "../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";

/**
 * Shows whether a person can invest, and what is missing. The rule in force decides, and the texts are those
 * of the person's own page.
 */
export function WhatIsLacking({ who, of }: { readonly who: string; readonly of: AbleToInvest }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <section className="card judged">
      <div className="checkline">
        <span className={of.able ? "sign--gain" : "sign--warn"}>
          {of.able ? (
            <CircleCheck size={22} aria-hidden="true" />
          ) : (
            <TriangleAlert size={22} aria-hidden="true" />
          )}
        </span>
        <div>
          <h2>
            {of.able
              ? words("staff:explain.able")
              : words("staff:explain.notYet", { count: of.clauses.length })}
          </h2>
          <p className="small wrap">{who}</p>
        </div>
      </div>
      {of.clauses.length === 0 ? null : (
        <ol className="list">
          {of.clauses.map((clause) => (
            <li key={clause.id} className="missing">
              <p>
                <b>{clause.reason[lng]}</b>
              </p>
              <p className="rowwrap small">
                <Badge tone={clause.unknown ? "warn" : "loss"}>
                  {clause.unknown ? <CircleDashed size={16} aria-hidden="true" /> : null}
                  {words(`staff:explain.${clause.unknown ? "unknown" : "failed"}`)}
                </Badge>
                {clause.mendTitle === null
                  ? null
                  : `${words("staff:explain.mend")}: ${clause.mendTitle[lng]}`}
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="small">{words("staff:explain.rule", { rule: of.rule[lng], number: of.number })}</p>
    </section>
  );
}
