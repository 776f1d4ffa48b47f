import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Draft } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { WholeRule } from "../../kit/api/answers.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { EmptyState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { RuleCases } from "../../staff/rule-book/rule-cases.tsx";
import { RuleLogic } from "../../staff/rule-book/rule-logic.tsx";
import { Covered } from "../../staff/rule-book/rule-sheet.tsx";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { rowsOf } from "../blocks/block.ts";
import { useReadable } from "../blocks/readable.ts";
import type { BaseVersion } from "../draft/base-version.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { useDraft } from "../draft/use-draft.ts";
import { type Studied, useEngine } from "../engine/use-engine.ts";
import { FindingsPanel } from "../findings/findings-panel.tsx";
import { focusOn } from "../findings/focus-on.ts";
import { controlsOf, placeOfFinding } from "../findings/place-of-finding.ts";
import { objectOf } from "../step/step-file.ts";
import { useStepTitles } from "../step/step-titles.ts";
import { StudioHead } from "../studio-head.tsx";
import { WithVersion } from "../with-version.tsx";
import { Affected } from "./affected.tsx";
import { DecisionRows } from "./decision-rows.tsx";
import type { EditedRule } from "./edited-rule.ts";
import { RemoveCases } from "./remove-cases.tsx";
import { RuleClauses } from "./rule-clauses.tsx";
import { RuleHead } from "./rule-head.tsx";
import { type LeftTexts, RuleLimits, useLeftTexts } from "./rule-limits.tsx";
import { SuggestedCases } from "./suggested-cases.tsx";
import { termsOf } from "./sum-of.ts";
import { SumTerms } from "./sum-terms.tsx";
import { TryRule } from "./try-rule.tsx";
import { valueNames } from "./value-names.ts";
import "../../staff/rule-book/rule-book.css";
import "../studio.css";

/**
 * The page on which a person edits a rule as sentences, limits and test cases. The person does not have to
 * know the file format.
 */
export default function RuleScreen() {
  const words = useText();
  const { flow, rule } = useParams({ strict: false }) as { flow: string; rule: string };
  return (
    <StaffPage title={words("studio:home.title")} at="/studio">
      <WithVersion key={`${flow} ${rule}`} flow={flow}>
        {(base) => <Rule key={base.of.id} {...base} rule={rule} />}
      </WithVersion>
    </StaffPage>
  );
}

function Rule({ rule, ...base }: BaseVersion & { readonly rule: string }) {
  const words = useText();
  const lng = useLanguage();
  const { of, mayEdit } = base;
  const { flow } = of;
  const drafting = useDraft(base);
  const studied = useEngine(flow, drafting, { wants: "rules", rule });
  const titleOf = useStepTitles(studied.definition);
  const readable = useReadable(studied, drafting, titleOf);
  const file = fileOf(drafting.draft, flow, rule);
  const left = useLeftTexts(drafting, file);
  const page = studied.rules.find((one) => one.rule === rule);
  useSoughtControl(page !== undefined);
  const edited: EditedRule = {
    file,
    flow,
    namespace: studied.definition?.flow.namespace ?? flow,
    studied,
    readable,
    drafting,
    mayEdit,
    onLimit: left.onLimit,
  };
  return (
    <div className="screen studio">
      <StudioHead
        back={
          <PageLink className="link small" to="/studio/flows/$flow" params={{ flow }}>
            {words("studio:rule.back", { flow: of.title[lng] })}
          </PageLink>
        }
        title={page?.title[lng] ?? words("studio:rules.one")}
        intro={words("studio:rule.intro")}
        of={base}
        drafting={drafting}
        studied={studied}
      />
      {page !== undefined ? (
        <RuleDesk of={edited} page={page} left={left} titleOf={titleOf} />
      ) : studied.stage === "reading" || studied.stage === "proving" ? (
        <LoadingShape rows={5} />
      ) : (
        <EmptyState title={words("studio:rule.unknown")}>{rule}</EmptyState>
      )}
      <RuleFindings of={edited} rule={rule} titleOf={titleOf} />
    </div>
  );
}

/** Returns the path of a rule's file: the flow's own file, or else the file that all flows share. */
function fileOf(draft: Draft, flow: string, rule: string): string {
  const own = `flows/${flow}/rules/${rule}.json`;
  return draft[own] === undefined ? `flows/shared/rules/${rule}.json` : own;
}

/** If the person came to this page to fix a finding, focuses the control for it. */
function useSoughtControl(isThere: boolean): void {
  const [sought] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (isThere && sought !== "") focusOn(controlsOf({ control: sought }));
  }, [isThere, sought]);
}

/**
 * The limits of a rule, its logic, its head and its test cases. Beside them are the coverage and the affected
 * people.
 */
function RuleDesk({
  of,
  page,
  left,
  titleOf,
}: {
  readonly of: EditedRule;
  readonly page: Studied["rules"][number];
  readonly left: LeftTexts;
  readonly titleOf: (step: string) => string;
}) {
  const words = useText();
  const lng = useLanguage();
  const { file, studied, drafting, mayEdit } = of;
  // A draft has no versions. The components for published rules show its parts too, so they get an empty list
  // of versions.
  const whole = { ...page, versions: [] };
  const reasonOf = (clause: string | null) =>
    page.clauses.find(({ id }) => id === clause)?.says.says[lng] ?? null;
  const content = studied.definition?.rules[page.rule];
  const valueSaid = content === undefined ? () => undefined : valueNames(content, page, lng);
  return (
    <>
      {mayEdit ? (
        <RuleLimits file={file} reasonOf={reasonOf} valueSaid={valueSaid} left={left} drafting={drafting} />
      ) : null}
      <div className="rulecols">
        <div className="gap12">
          <Logic of={of} page={whole} />
          <TryRule of={of} page={page} />
          <RuleHead file={file} drafting={drafting} mayEdit={mayEdit} />
          <RuleCases of={page.cases} heading="h2" />
          {mayEdit && page.cases.length > 1 ? (
            <RemoveCases file={file} of={page.cases} drafting={drafting} />
          ) : null}
        </div>
        <div className="gap12">
          <Affected
            of={studied}
            changed={drafting.changed.length > 0}
            titleOf={titleOf}
            ruleTitleOf={(id) =>
              studied.rules.find((one) => one.rule === id)?.title[lng] ?? words("studio:rules.one")
            }
          />
          <Covered of={whole} heading="h2" />
          {mayEdit ? <SuggestedCases file={file} of={studied.suggested} drafting={drafting} /> : null}
        </div>
      </div>
    </>
  );
}

/**
 * The logic of a rule. Its clauses, the rows of its decision table and the terms of a sum can be
 * edited; another calculation is read-only.
 */
function Logic({ of, page }: { readonly of: EditedRule; readonly page: WholeRule }) {
  const { must, value } = objectOf(readFile(of.drafting.draft, of.file));
  if (must !== undefined) return <RuleClauses {...of} />;
  const logic: Json = objectOf(value).logic ?? null;
  if (rowsOf(logic).length > 0) return <DecisionRows {...of} />;
  return (
    <>
      <RuleLogic of={page} heading="h2" />
      {termsOf(logic).length > 0 ? <SumTerms {...of} /> : null}
    </>
  );
}

/**
 * The findings of the flow. A finding about another rule or about a step leads to the page of that rule or
 * step.
 */
function RuleFindings({
  of: { flow, studied },
  rule,
  titleOf,
}: {
  readonly of: EditedRule;
  readonly rule: string;
  readonly titleOf: (step: string) => string;
}) {
  const words = useText();
  const navigate = useNavigate();
  const { definition } = studied;
  return (
    <FindingsPanel
      of={studied}
      placeOf={(finding) =>
        placeOfFinding(finding, {
          flow,
          steps: Object.keys(definition?.flow.steps ?? {}),
          texts: definition?.flow.namespace ?? "",
          rules: definition?.rules ?? {},
          contents: definition?.flow.steps ?? {},
        })
      }
      nameOf={(place) => {
        if (place.rule === rule) return words("studio:rules.one");
        return place.step === undefined ? null : titleOf(place.step);
      }}
      onGo={(place) => {
        if (place.rule === rule) focusOn(controlsOf(place));
        else if (place.rule !== undefined)
          void navigate({
            to: "/studio/flows/$flow/rules/$rule",
            params: { flow, rule: place.rule },
            hash: place.control ?? "",
          });
        else
          void navigate({
            to: "/studio/flows/$flow",
            params: { flow },
            search: { step: place.step, field: place.field },
          });
      }}
    />
  );
}
