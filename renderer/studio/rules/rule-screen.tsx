import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type ConditionPlace, fileValue, type Left } from "../../../engine/edits/index.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { EmptyState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { RuleCases } from "../../staff/rule-book/rule-cases.tsx";
import { RuleLogic } from "../../staff/rule-book/rule-logic.tsx";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { type Drafting, useDraft } from "../draft/use-draft.ts";
import { useEngine } from "../engine/use-engine.ts";
import { FindingsPanel } from "../findings/findings-panel.tsx";
import { TextPair } from "../step/text-pair.tsx";
import { type BaseVersion, StudioHead, WithVersion } from "../with-version.tsx";
import { conditionsOf, type LimitSpot, limitFrom, limitsOf } from "./limits-of.ts";
import "../../staff/rule-book/rule-book.css";
import "../studio.css";

/** One rule as operations see it: its sentences, its limits, its examples; nothing of how it is written. */
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

function Rule({ of, files, rule }: BaseVersion & { readonly rule: string }) {
  const words = useText();
  const lng = useLanguage();
  const mayEdit = useSession()?.user?.role === "operations";
  const { flow } = of;
  const drafting = useDraft(flow, of.id, files);
  const studied = useEngine(flow, drafting.draft, "rules");
  const own = `flows/${flow}/rules/${rule}.json`;
  const file = drafting.draft[own] === undefined ? `flows/shared/rules/${rule}.json` : own;
  const page = studied.rules.find((one) => one.rule === rule);
  const conditions = conditionsOf(file, fileValue(drafting.draft, file));
  const limits = conditions.flatMap(({ place, logic }) => limitsOf(logic).map((limit) => ({ place, limit })));
  const [left, setLeft] = useState<readonly Left[] | null>(null);
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
        flow={flow}
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
          {limits.length > 0 && mayEdit ? (
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
          <RuleLogic of={page as never} heading="h2" />
          <section className="card card--pad gap8">
            <h2>{words("studio:rule.source")}</h2>
            <p>{page.source[lng]}</p>
          </section>
          <RuleCases of={page.cases as never} heading="h2" />
        </>
      )}
      <FindingsPanel of={studied} placeOf={() => ({})} nameOf={() => null} onGo={() => undefined} />
    </div>
  );

  function reasonOf(clause: string | null): string | null {
    return page?.clauses.find(({ id }) => id === clause)?.says.says[lng] ?? null;
  }
}

/** One limit: what it is now, and the field that sets another. */
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
  /** The sentence that it stands in. */
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

/** The keys of the texts that say an old number, each once. */
function keysIn(left: readonly Left[]): readonly string[] {
  const keys = left.flatMap(({ file, pointer, why }) => {
    const namespace = /^locales\/(?:th|en)\/(.+)\.json$/.exec(file)?.[1];
    if (why !== "number" || namespace === undefined) return [];
    return [`${namespace}:${pointer.slice(1).replaceAll("/", ".")}`];
  });
  return [...new Set(keys)];
}
