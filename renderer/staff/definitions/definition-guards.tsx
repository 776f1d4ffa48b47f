import type { Guard, RuleDifference } from "../../kit/api/answers.ts";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/**
 * Changed rules that guard effects. They are shown first, because only a reader can judge them, and no
 * automatic check.
 */
export function DefinitionGuards({ of }: { readonly of: readonly RuleDifference[] }) {
  const words = useText();
  const lng = useLanguage();
  return of.map(({ rule, title, guard }) => {
    if (guard === undefined || guard.effects.length === 0) return null;
    const stepsOf = (wanted: Guard["effects"][number]["as"]) =>
      guard.effects.filter(({ as }) => as === wanted).map((one) => one.title[lng]);
    return (
      <Note key={rule} tone={toneOf(guard)}>
        <b>{title[lng]}</b>
        {(["required", "lets-off"] as const).map((as) =>
          stepsOf(as).length === 0 ? null : (
            <p key={as}>{words(`definition:guard.${as}`, { steps: stepsOf(as).join("”, “") })}</p>
          ),
        )}
        <p>
          {guard.letsMore === "no" ? (
            words("definition:guard.no")
          ) : (
            <b>{words(`definition:guard.${guard.letsMore}`)}</b>
          )}
        </p>
        <ChangedCases of={guard} />
      </Note>
    );
  });
}

/** Removed or changed test cases. Without their removal or change, these cases would have failed. */
export function ChangedCases({ of: { casesGone, casesRewritten = 0, casesTurned } }: { readonly of: Guard }) {
  const words = useText();
  return (
    <>
      {casesGone > 0 ? <p>{words("definition:guard.gone", { count: casesGone })}</p> : null}
      {casesRewritten > 0 ? <p>{words("definition:guard.rewritten", { count: casesRewritten })}</p> : null}
      {casesTurned > 0 ? <p>{words("definition:guard.turned", { count: casesTurned })}</p> : null}
    </>
  );
}

function toneOf({ letsMore, casesGone, casesTurned }: Guard): "loss" | "warn" | "info" {
  if (letsMore === "yes") return "loss";
  return letsMore === "undecided" || casesGone + casesTurned > 0 ? "warn" : "info";
}
