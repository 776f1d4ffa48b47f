import type { Draft } from "../../../engine/edits/index.ts";
import type { Step } from "../../../engine/flow/index.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ruleTitle } from "../rules/rule-title.ts";

/** Links to the rules of a step: those that check its answers, and those that choose the next step. */
export function StepRules({
  flow,
  of,
  draft,
}: {
  readonly flow: string;
  readonly of: Step;
  readonly draft: Draft;
}) {
  const words = useText();
  const lng = useLanguage();
  const rules = rulesOf(of);
  if (rules.length === 0) return null;
  return (
    <>
      <h3>{words("studio:rules.title")}</h3>
      <ul className="onward">
        {rules.map((rule) => (
          <li key={rule}>
            <PageLink className="link" to="/studio/flows/$flow/rules/$rule" params={{ flow, rule }}>
              {ruleTitle(draft, { rule, lng, unnamed: words("studio:rules.unnamed") })}
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the ids of a step's rules: its checks, then the conditions of its transitions. */
function rulesOf(of: Step): readonly string[] {
  const checks = "check" in of ? (of.check ?? []) : [];
  const ways = of.kind === "end" ? [] : (of.next ?? []);
  const named = ways.flatMap(({ when }) => (typeof when === "string" ? [when] : []));
  return [...new Set([...checks, ...named])];
}
