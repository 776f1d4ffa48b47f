import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Definition, findText, stepKeys } from "../../engine/flow/index.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { useSession } from "../kit/api/session.ts";
import { PageLink } from "../kit/parts/page-link.tsx";
import { Badge } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { StaffPage } from "../staff/staff-gate.tsx";
import { useDraft } from "./draft/use-draft.ts";
import { useEngine } from "./engine/use-engine.ts";
import { FindingsPanel } from "./findings/findings-panel.tsx";
import { type FindingSpot, placeOfFinding } from "./findings/place-of-finding.ts";
import { FlowMap } from "./map/flow-map.tsx";
import { LivePreview } from "./preview/live-preview.tsx";
import { StepPanel } from "./step/step-panel.tsx";
import { type BaseVersion, StudioHead, WithVersion } from "./with-version.tsx";
import "./studio.css";

/** One flow as operations see it: its steps, the words and questions of one of them, how it looks, what is wrong with it. */
export default function FlowScreen() {
  const words = useText();
  const { flow } = useParams({ strict: false }) as { flow: string };
  return (
    <StaffPage title={words("studio:home.title")} at="/studio">
      <WithVersion key={flow} flow={flow}>
        {(base) => <Studio key={base.of.id} {...base} />}
      </WithVersion>
    </StaffPage>
  );
}

function Studio({ of, files }: BaseVersion) {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  const { flow } = of;
  const drafting = useDraft(flow, of.id, files);
  const studied = useEngine(flow, drafting.draft);
  const { definition, ways } = studied;
  const { step: wanted, field } = useSearch({ strict: false }) as { step?: string; field?: string };
  const navigate = useNavigate();
  const steps = definition === null ? [] : Object.keys(definition.flow.steps);
  const step = wanted !== undefined && steps.includes(wanted) ? wanted : (definition?.flow.start ?? "");
  const go = (to: { readonly step: string; readonly field?: string | undefined }) =>
    void navigate({ to: ".", search: to, replace: true, resetScroll: false } as never);
  const titleOf = useMemo(() => titles(definition, lng, words), [definition, lng, words]);
  const placeOf = (finding: SpokenFinding): FindingSpot =>
    placeOfFinding(finding, { flow, steps, texts: definition?.flow.namespace ?? "" });
  const spots = studied.findings.filter(({ severity }) => severity === "error").map(placeOf);
  const faults = new Map<string, number>();
  for (const spot of spots)
    if (spot.step !== undefined) faults.set(spot.step, (faults.get(spot.step) ?? 0) + 1);
  const mayEdit = role === "operations";
  return (
    <div className="screen studio">
      <StudioHead
        back={
          <PageLink className="link small" to="/studio">
            {words("studio:home.title")}
          </PageLink>
        }
        title={of.title[lng]}
        intro={words(mayEdit ? "studio:flow.intro" : "studio:flow.introRead")}
        badges={
          <span className="rowwrap badges">
            {drafting.changed.length > 0 ? <Badge tone="info">{words("studio:flow.draft")}</Badge> : null}
            {of.number === null ? null : <Badge>{words("studio:flow.base", { number: of.number })}</Badge>}
            <PageLink className="link" to="/studio/flows/$flow/texts" params={{ flow }}>
              {words("studio:texts.title")}
            </PageLink>
          </span>
        }
        flow={flow}
        drafting={drafting}
        studied={studied}
      />
      {definition === null ? (
        <LoadingShape rows={6} />
      ) : (
        <div className="studiocols">
          <section className="studiopanel studiomap" aria-labelledby="map-title">
            <header>
              <h2 id="map-title">{words("studio:map.title")}</h2>
              <span className="small">{words("studio:map.count", { count: steps.length })}</span>
            </header>
            <div className="mapscroll">
              <FlowMap
                definition={definition}
                ways={ways}
                titleOf={titleOf}
                chosen={step}
                faults={faults}
                onChoose={(next) => go({ step: next })}
              />
            </div>
          </section>
          <StepPanel
            definition={definition}
            ways={ways}
            step={step}
            field={field}
            titleOf={titleOf}
            faultsOf={(name) => spots.filter((spot) => spot.step === step && spot.field === name).length}
            drafting={drafting}
            mayEdit={mayEdit}
            onField={(name) => go({ step, field: name })}
            onStep={(next) => {
              go({ step: next });
              document.getElementById("step-title")?.focus();
            }}
          />
          <LivePreview
            definition={definition}
            classes={studied.classes}
            step={step}
            titleOf={titleOf}
            onStep={(next) => go({ step: next })}
          />
          <FindingsPanel
            of={studied}
            placeOf={placeOf}
            nameOf={(place) =>
              place.step !== undefined
                ? titleOf(place.step)
                : place.rule !== undefined
                  ? words("studio:rules.one")
                  : null
            }
            onGo={(place) => {
              if (place.rule !== undefined)
                void navigate({ to: "/studio/flows/$flow/rules/$rule", params: { flow, rule: place.rule } });
              else if (place.step !== undefined) {
                go({ step: place.step, field: place.field });
                requestAnimationFrame(() =>
                  document.getElementById(place.field ? `question-${place.field}` : "step-title")?.focus(),
                );
              }
            }}
          />
        </div>
      )}
    </div>
  );
}

/** What steps are called: by their title, else by what they do. */
function titles(
  definition: Definition | null,
  lng: "th" | "en",
  words: (key: string) => string,
): (step: string) => string {
  return (step) => {
    if (definition === null) return step;
    const own = findText(definition.texts, lng, stepKeys(definition, step, "title"));
    if (own !== null && own !== undefined) return own;
    const file = definition.flow.steps[step];
    if (file?.kind === "effect") return words(`definition:effects.${file.effect}`);
    return words(`studio:unnamed.${file?.kind ?? "decide"}`);
  };
}
