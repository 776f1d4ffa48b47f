import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { CaseCounts, Judged } from "../../kit/api/answers.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { DefinitionFindings } from "./definition-findings.tsx";
import "./definitions.css";

/** The checks of a version: coverage by test cases, proofs with their assumptions, and open findings. */
export function DefinitionChecks({ of }: { readonly of: Judged }) {
  const words = useText();
  const lng = useLanguage();
  const { coverage, oracle, findings, invariants, differences } = of;
  const titleOf = (id: string): string =>
    differences?.rules.find(({ rule }) => rule === id)?.title[lng] ?? id;
  const compared = oracle.reduce((sum, one) => sum + one.compared, 0);
  const missing = coverage.reduce((sum, one) => sum + one.missing.length, 0);
  return (
    <section className="card judged">
      <h2>{words("definition:checks.title")}</h2>
      {coverage.length === 0 ? (
        <p className="small">{words(`definition:checks.${of.introduced ? "noOwnRules" : "noRules"}`)}</p>
      ) : (
        <>
          <Bar label={words("definition:checks.conditions")} of={coverage.map((one) => one.conditions)} />
          <Bar label={words("definition:checks.thresholds")} of={coverage.map((one) => one.thresholds)} />
        </>
      )}
      <ul className="gap8">
        {missing > 0 ? (
          <Line warns>
            {words("definition:checks.missing", { count: missing })}
            {coverage.map(({ rule, missing: cases }) =>
              cases.length === 0 ? null : (
                <details key={rule}>
                  <summary>{titleOf(rule)}</summary>
                  <pre className="linechanges">{JSON.stringify(cases, null, 2)}</pre>
                </details>
              ),
            )}
          </Line>
        ) : null}
        {invariants.length > 0 ? <Proofs of={of} /> : null}
        {compared > 0 ? <Line>{words("definition:checks.alike", { count: compared })}</Line> : null}
        {oracle.map(({ rule, skipped }) =>
          skipped === null ? null : (
            <li key={rule} className="small">
              {words(`definition:checks.${skipped}`, { rule: titleOf(rule) })}
            </li>
          ),
        )}
        <Line>{words("definition:checks.texts")}</Line>
        {findings.length === 0 ? (
          <Line>{words("definition:checks.noFindings")}</Line>
        ) : (
          <Line warns>
            {words("definition:checks.findings", { count: foldedByCause(findings).length })}
            <DefinitionFindings of={findings} />
          </Line>
        )}
      </ul>
    </section>
  );
}

/** How much is proved, and which assumptions the proofs rely on. */
function Proofs({ of }: { readonly of: Pick<Judged, "invariants" | "assumptions"> }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <Line>
      {words("definition:checks.proved", { count: of.invariants.length })}
      <details>
        <summary>{words("definition:checks.assumed", { count: of.assumptions.length })}</summary>
        <ul className="small gap8">
          {of.assumptions.map(({ rule, title, says }) => (
            <li key={rule}>
              <b>{title[lng]}</b>
              {says.map((one) => (
                <span key={one[lng]} className="block">
                  {one[lng]}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </Line>
  );
}

function Bar({ label, of }: { readonly label: string; readonly of: readonly CaseCounts[] }) {
  const sum = (of: readonly CaseCounts[], what: keyof CaseCounts) =>
    of.reduce((all, one) => all + one[what], 0);
  const shown = sum(of, "shown");
  const whole = shown + sum(of, "missing") + sum(of, "unknown");
  if (whole === 0) return null;
  return (
    <div>
      <div className="barhead">
        <span>{label}</span>
        <b className="num">
          {shown}/{whole}
        </b>
      </div>
      <progress className={shown < whole ? "some" : undefined} max={whole} value={shown} aria-label={label} />
    </div>
  );
}

function Line({ warns, children }: { readonly warns?: boolean; readonly children: ReactNode }) {
  const Icon = warns ? TriangleAlert : CircleCheck;
  return (
    <li className="checkline">
      <span className={warns ? "sign--warn" : "sign--gain"}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div>{children}</div>
    </li>
  );
}
