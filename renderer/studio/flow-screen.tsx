import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { Button } from "../kit/parts/button.tsx";
import { PageLink } from "../kit/parts/page-link.tsx";
import { Badge } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { StaffPage } from "../staff/staff-gate.tsx";
import { useReadable } from "./blocks/readable.ts";
import type { BaseVersion } from "./draft/base-version.ts";
import { useDraft } from "./draft/use-draft.ts";
import { useEngine } from "./engine/use-engine.ts";
import { FindingsPanel } from "./findings/findings-panel.tsx";
import { focusOn } from "./findings/focus-on.ts";
import { controlsOf, type FindingSpot, placeOfFinding } from "./findings/place-of-finding.ts";
import { Guide } from "./guide.tsx";
import { FlowMap } from "./map/flow-map.tsx";
import { Affected } from "./rules/affected.tsx";
import { FlowSettings } from "./step/flow-settings.tsx";
import { StepPanel } from "./step/step-panel.tsx";
import { useStepTitles } from "./step/step-titles.ts";
import { StudioHead, WithVersion } from "./with-version.tsx";
import "./studio.css";

// The runner with its forms is larger than the rest of the page, so map and questions do not wait for it.
const LivePreview = lazy(async () => ({
  default: (await import("./preview/live-preview.tsx")).LivePreview,
}));

/** A flow for editing: steps, texts and questions of one step, preview, findings. */
export default function FlowScreen() {
  const words = useText();
  const { flow } = useParams({ strict: false }) as { flow: string };
  return (
    <StaffPage title={words("studio:home.title")} at="/studio">
      <WithVersion key={flow} flow={flow} begins>
        {(base) => <Studio key={base.of.id} {...base} />}
      </WithVersion>
    </StaffPage>
  );
}

function Studio(base: BaseVersion) {
  const words = useText();
  const lng = useLanguage();
  const { of, mayEdit } = base;
  const { flow } = of;
  const drafting = useDraft(base);
  const studied = useEngine(flow, drafting);
  const { definition, ways } = studied;
  const {
    step: wanted,
    field,
    change,
    whole = false,
    guide,
  } = useSearch({ strict: false }) as {
    step?: string;
    field?: string;
    change?: string;
    whole?: boolean;
    guide?: string;
  };
  const navigate = useNavigate();
  const steps = definition === null ? [] : Object.keys(definition.flow.steps);
  const step = wanted !== undefined && steps.includes(wanted) ? wanted : (definition?.flow.start ?? "");
  const go = (to: { readonly step: string; readonly field?: string | undefined; readonly whole?: true }) =>
    void navigate({
      to: ".",
      search: {
        ...(change === undefined ? {} : { change }),
        ...(guide === undefined ? {} : { guide }),
        ...to,
      },
      replace: true,
      resetScroll: false,
    } as never);
  // Once the panel shows the step, the control that fixes the finding gets the focus.
  const [sought, setSought] = useState<FindingSpot | null>(null);
  useEffect(() => {
    if (sought === null || (sought.whole ?? false) !== whole) return;
    if (!whole && (sought.step !== step || sought.field !== field)) return;
    focusOn(controlsOf(sought));
    setSought(null);
  }, [sought, step, field, whole]);
  const titleOf = useStepTitles(definition);
  const readable = useReadable(studied, drafting, titleOf);
  const placeOf = (finding: SpokenFinding): FindingSpot =>
    placeOfFinding(finding, {
      flow,
      steps,
      texts: definition?.flow.namespace ?? "",
      rules: definition?.rules ?? {},
      contents: definition?.flow.steps ?? {},
      entries: definition?.flow.entries?.map(({ place }) => place) ?? [],
    });
  const goTo = (place: FindingSpot) => {
    if (place.rule !== undefined)
      void navigate({
        to: "/studio/flows/$flow/rules/$rule",
        params: { flow, rule: place.rule },
        hash: place.control ?? "",
      });
    else if (place.whole) {
      go({ step, whole: true });
      setSought(place);
    } else if (place.step !== undefined) {
      go({ step: place.step, field: place.field });
      setSought(place);
    }
  };
  const spots = studied.findings.filter(({ severity }) => severity === "error").map(placeOf);
  const faults = new Map<string, number>();
  for (const spot of spots)
    if (spot.step !== undefined) faults.set(spot.step, (faults.get(spot.step) ?? 0) + 1);
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
        of={base}
        drafting={drafting}
        studied={studied}
      />
      {guide !== undefined && mayEdit ? <Guide drafting={drafting} /> : null}
      {definition === null ? (
        <LoadingShape rows={6} />
      ) : (
        <div className="studiocols">
          <section className="studiopanel studiomap" aria-labelledby="map-title">
            <header>
              <h2 id="map-title">{words("studio:map.title")}</h2>
              <span className="small">{words("studio:map.count", { count: steps.length })}</span>
              {mayEdit ? (
                <Button small id="whole-flow" aria-pressed={whole} onClick={() => go({ step, whole: true })}>
                  {words("studio:whole.open")}
                </Button>
              ) : null}
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
          {whole && mayEdit ? (
            <FlowSettings
              definition={definition}
              studied={studied}
              titleOf={titleOf}
              readable={readable}
              drafting={drafting}
            />
          ) : (
            <StepPanel
              studied={studied}
              readable={readable}
              definition={definition}
              ways={ways}
              step={step}
              field={field}
              titleOf={titleOf}
              faultsOf={(name) => spots.filter((spot) => spot.step === step && spot.field === name).length}
              drafting={drafting}
              mayEdit={mayEdit}
              onField={(name) => go({ step, field: name })}
              onGo={goTo}
              onStep={(next) => {
                go({ step: next });
                setSought({ step: next });
              }}
            />
          )}
          <Suspense
            fallback={
              <section className="studiopanel studiopreview waits">
                <LoadingShape rows={4} />
              </section>
            }
          >
            <LivePreview
              definition={definition}
              classes={studied.classes}
              step={step}
              titleOf={titleOf}
              onStep={(next) => go({ step: next })}
            />
          </Suspense>
          <Affected
            of={studied}
            changed={drafting.changed.length > 0}
            titleOf={titleOf}
            ruleTitleOf={(rule) =>
              readable.rules.find(({ id }) => id === rule)?.title ?? words("studio:rules.one")
            }
          />
          <FindingsPanel
            of={studied}
            placeOf={placeOf}
            nameOf={(place) =>
              place.step !== undefined
                ? titleOf(place.step)
                : place.rule !== undefined
                  ? words("studio:rules.one")
                  : place.whole
                    ? words("studio:whole.title")
                    : null
            }
            onGo={goTo}
          />
        </div>
      )}
    </div>
  );
}
