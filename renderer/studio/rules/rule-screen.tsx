import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type ConditionPlace, fileValue, type Left } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { EmptyState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { RuleCases } from "../../staff/rule-book/rule-cases.tsx";
import { RuleLogic } from "../../staff/rule-book/rule-logic.tsx";
import { Covered } from "../../staff/rule-book/rule-sheet.tsx";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { rowsOf } from "../blocks/block.ts";
import { literalFrom, literalSaid } from "../blocks/literals.ts";
import { useReadable } from "../blocks/readable.ts";
import type { BaseVersion } from "../draft/base-version.ts";
import { type Drafting, useDraft } from "../draft/use-draft.ts";
import { useEngine } from "../engine/use-engine.ts";
import { FindingsPanel } from "../findings/findings-panel.tsx";
import { focusOn } from "../findings/focus-on.ts";
import { controlsOf, placeOfFinding } from "../findings/place-of-finding.ts";
import { objectOf } from "../step/step-file.ts";
import { useStepTitles } from "../step/step-titles.ts";
import { TextPair } from "../step/text-pair.tsx";
import { StudioHead, WithVersion } from "../with-version.tsx";
import { Affected } from "./affected.tsx";
import { conditionsOf, type LimitSpot, limitFrom, limitsOf } from "./limits-of.ts";
import { DecisionRows, RuleClauses } from "./rule-clauses.tsx";
import { SuggestedCases } from "./suggested-cases.tsx";
import "../../staff/rule-book/rule-book.css";
import "../studio.css";

/** A rule for editing: sentences, limits and examples, without its file format. */
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
  const navigate = useNavigate();
  const { of, mayEdit } = base;
  const { flow } = of;
  const drafting = useDraft(base);
  const studied = useEngine(flow, drafting, { wants: "rules", rule });
  const titleOf = useStepTitles(studied.definition);
  const readable = useReadable(studied, drafting, titleOf);
  const own = `flows/${flow}/rules/${rule}.json`;
  const file = drafting.draft[own] === undefined ? `flows/shared/rules/${rule}.json` : own;
  const page = studied.rules.find((one) => one.rule === rule);
  const conditions = conditionsOf(file, fileValue(drafting.draft, file));
  const limits = conditions.flatMap(({ place, logic }) => limitsOf(logic).map((limit) => ({ place, limit })));
  const content = objectOf(fileValue(drafting.draft, file));
  const [from, setFrom] = useState<string | null>(null);
  const [left, setLeft] = useState<readonly Left[] | null>(null);
  const [isMoved, setMoved] = useState(false);
  // Texts left to check are known after the operation.
  useEffect(() => {
    if (isMoved) setLeft(drafting.left);
    setMoved(false);
  }, [isMoved, drafting.left]);
  // A person coming from a finding gets the focus on the control that fixes it.
  const isThere = page !== undefined;
  const [sought] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (isThere && sought !== "") focusOn(controlsOf({ control: sought }));
  }, [isThere, sought]);
  const around = {
    file,
    flow,
    namespace: studied.definition?.flow.namespace ?? flow,
    studied,
    readable,
    drafting,
    mayEdit,
    onLimit: () => setMoved(true),
  };
  const number = left?.find(({ why }) => why === "number")?.what;
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
      {page === undefined ? (
        studied.stage === "reading" || studied.stage === "proving" ? (
          <LoadingShape rows={5} />
        ) : (
          <EmptyState title={words("studio:rule.unknown")}>{rule}</EmptyState>
        )
      ) : (
        <>
          {(limits.length > 0 || left !== null) && mayEdit ? (
            <section className="card card--pad gap12" aria-labelledby="limits-title">
              <h2 id="limits-title">{words("studio:rule.limits")}</h2>
              {limits.map(({ place, limit }) => (
                <Limit
                  key={`${JSON.stringify(place)}${limit.at}`}
                  id={`limit-${"clause" in place ? place.clause : ""}${limit.at.replaceAll(/[^0-9]/g, "-")}`}
                  limit={limit}
                  place={place}
                  name={"clause" in place ? reasonOf(place.clause) : null}
                  drafting={drafting}
                  onSet={setLeft}
                />
              ))}
              {left === null ? null : (
                <Note tone={number === undefined ? "info" : "warn"} role="status">
                  {number === undefined ? (
                    words("studio:rule.leftNone")
                  ) : (
                    <>
                      <b>{words("studio:rule.left", { number })}</b>
                      <p>{words("studio:rule.moved")}</p>
                    </>
                  )}
                </Note>
              )}
              {keysIn(left ?? []).map((key, at) => (
                <TextPair
                  key={key}
                  id={`left-${key.replaceAll(/[:.]/g, "-")}`}
                  name={words("studio:rule.open", { number: at + 1 })}
                  keys={[key]}
                  drafting={drafting}
                  mayEdit
                  long
                />
              ))}
            </section>
          ) : null}
          <div className="rulecols">
            <div className="gap12">
              {content.must !== undefined ? (
                <RuleClauses {...around} />
              ) : rowsOf((objectOf(content.value).logic ?? null) as Json).length > 0 ? (
                <DecisionRows {...around} />
              ) : (
                <RuleLogic of={page as never} heading="h2" />
              )}
              <section className="card card--pad gap12">
                <h2>{words("studio:rule.head")}</h2>
                <TextPair
                  id="r-title"
                  name={words("studio:text.title")}
                  keys={[String(content.title)]}
                  drafting={drafting}
                  mayEdit={mayEdit}
                />
                <TextPair
                  id="r-source"
                  name={words("studio:rule.source")}
                  keys={[String(content.title).replace(/title$/, "source")]}
                  drafting={drafting}
                  mayEdit={mayEdit}
                  optional
                />
                {mayEdit ? (
                  <>
                    <SelectField
                      id="r-onMissing"
                      label={words("studio:rule.onMissing")}
                      value={String(content.onMissing)}
                      onValue={(onMissing) =>
                        drafting.apply({
                          op: "set-rule",
                          args: { rule: file, head: { onMissing: onMissing as "ask" } },
                        })
                      }
                    >
                      {["ask", "refuse", "allow"].map((one) => (
                        <option key={one} value={one}>
                          {words(`studio:onMissing.${one}`)}
                        </option>
                      ))}
                    </SelectField>
                    <TextField
                      id="r-from"
                      label={words("studio:rule.from")}
                      hint={words("studio:blocks.like.date")}
                      value={from ?? literalSaid(content.from ?? "")}
                      onValue={(typed) => {
                        setFrom(typed);
                        const day = literalFrom(typed, { kind: "date", decimals: 0 });
                        if (day !== null && typed.trim().length >= 8)
                          drafting.apply({
                            op: "set-rule",
                            args: { rule: file, head: { from: String(day) } },
                          });
                      }}
                      onBlur={() => setFrom(null)}
                    />
                  </>
                ) : null}
              </section>
              <RuleCases of={page.cases as never} heading="h2" />
              {mayEdit && page.cases.length > 1 ? (
                <details className="card card--pad" id="r-cases">
                  <summary>{words("studio:judge.takeOut")}</summary>
                  <ul className="ways">
                    {page.cases.map((one, index) => (
                      <li key={one.why} className="way rowwrap" id={`r-cases-${index}`} tabIndex={-1}>
                        <span className="grow" lang="en">
                          {index + 1}. {one.why}
                        </span>
                        <Button
                          small
                          onClick={() => drafting.apply({ op: "remove-case", args: { rule: file, index } })}
                        >
                          {words("studio:blocks.remove")}
                        </Button>
                      </li>
                    ))}
                  </ul>
                </details>
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
              <Covered of={page as never} heading="h2" />
              {mayEdit ? <SuggestedCases file={file} of={studied.suggested} drafting={drafting} /> : null}
            </div>
          </div>
        </>
      )}
      <FindingsPanel
        of={studied}
        placeOf={(finding) => {
          const steps = Object.keys(studied.definition?.flow.steps ?? {});
          return placeOfFinding(finding, {
            flow,
            steps,
            texts: studied.definition?.flow.namespace ?? "",
            rules: studied.definition?.rules ?? {},
            contents: studied.definition?.flow.steps ?? {},
          });
        }}
        nameOf={(place) =>
          place.rule === rule
            ? words("studio:rules.one")
            : place.step === undefined
              ? null
              : titleOf(place.step)
        }
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
            } as never);
        }}
      />
    </div>
  );

  function reasonOf(clause: string | null): string | null {
    return page?.clauses.find(({ id }) => id === clause)?.says.says[lng] ?? null;
  }
}

/** One limit: its value, and a field to change it. */
function Limit({
  id,
  limit,
  place,
  name,
  drafting,
  onSet,
}: {
  readonly id: string;
  readonly limit: LimitSpot;
  readonly place: ConditionPlace;
  /** The sentence that contains it. */
  readonly name: string | null;
  readonly drafting: Drafting;
  readonly onSet: (left: readonly Left[]) => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState(String(limit.value));
  const [isBad, setBad] = useState(false);
  const [isSet, setSet] = useState(false);
  useEffect(() => setTyped(String(limit.value)), [limit.value]);
  const { apply, left } = drafting;
  useEffect(() => {
    if (isSet) onSet(left);
    setSet(false);
  }, [isSet, left, onSet]);
  const set = () => {
    const to = limitFrom(typed, limit.value);
    setBad(to === null);
    if (to === null || to === limit.value) return;
    if (apply({ op: "set-threshold", args: { place, at: limit.at, to } })) setSet(true);
  };
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <div className="grow">
        <TextField
          id={id}
          label={name ?? words("studio:rule.limit")}
          inputMode={typeof limit.value === "number" ? "numeric" : "decimal"}
          value={typed}
          error={isBad ? words("studio:rule.bad", { like: limit.value }) : null}
          onValue={setTyped}
        />
      </div>
      <Button type="submit">{words("studio:rule.set")}</Button>
    </form>
  );
}

/** The distinct keys of texts that have an old number. */
function keysIn(left: readonly Left[]): readonly string[] {
  const keys = left.flatMap(({ file, pointer, why }) => {
    const namespace = /^locales\/(?:th|en)\/(.+)\.json$/.exec(file)?.[1];
    if (why !== "number" || namespace === undefined) return [];
    return [`${namespace}:${pointer.slice(1).replaceAll("/", ".")}`];
  });
  return [...new Set(keys)];
}
