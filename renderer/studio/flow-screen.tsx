import { useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
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
import type { FindingSpot } from "./findings/place-of-finding.ts";
import { type FlowPlace, useFlowPlace } from "./flow-place.ts";
import { Guide } from "./guide.tsx";
import { FlowMap } from "./map/flow-map.tsx";
import { Affected } from "./rules/affected.tsx";
import type { EditedFlow } from "./step/edited-flow.ts";
import { FlowSettings } from "./step/flow-settings.tsx";
import { StepPanel } from "./step/step-panel.tsx";
import { useStepTitles } from "./step/step-titles.ts";
import { StudioHead } from "./studio-head.tsx";
import { WithVersion } from "./with-version.tsx";
import "./studio.css";

// The runner with its forms is larger than all other parts of this page, so it is loaded separately.
const LivePreview = lazy(async () => ({
  default: (await import("./preview/live-preview.tsx")).LivePreview,
}));

/** The page that edits a flow: its steps, the texts and questions of one step, a preview, and findings. */
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
  const drafting = useDraft(base);
  const studied = useEngine(of.flow, drafting);
  const { definition } = studied;
  const place = useFlowPlace(of.flow, definition);
  const titleOf = useStepTitles(definition);
  const readable = useReadable(studied, drafting, titleOf);
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
        badges={<FlowBadges of={of} isChanged={drafting.changed.length > 0} />}
        of={base}
        drafting={drafting}
        studied={studied}
      />
      {place.guide !== undefined && mayEdit ? <Guide drafting={drafting} /> : null}
      {definition === null ? (
        <LoadingShape rows={6} />
      ) : (
        <FlowDesk of={{ definition, studied, titleOf, readable, drafting }} place={place} mayEdit={mayEdit} />
      )}
    </div>
  );
}

/**
 * Badges of the flow: whether it has unpublished edits and which version they are based on, with a link to
 * all its texts.
 */
function FlowBadges({ of, isChanged }: { readonly of: BaseVersion["of"]; readonly isChanged: boolean }) {
  const words = useText();
  return (
    <span className="rowwrap badges">
      {isChanged ? <Badge tone="info">{words("studio:flow.draft")}</Badge> : null}
      {of.number === null ? null : <Badge>{words("studio:flow.base", { number: of.number })}</Badge>}
      <PageLink className="link" to="/studio/flows/$flow/texts" params={{ flow: of.flow }}>
        {words("studio:texts.title")}
      </PageLink>
    </span>
  );
}

type OnDesk = { readonly of: EditedFlow; readonly place: FlowPlace; readonly mayEdit: boolean };

/** The map, the chosen step or the flow's settings, the preview, the affected people, and the findings. */
function FlowDesk({ of, place, mayEdit }: OnDesk) {
  const words = useText();
  const { definition, studied, titleOf, readable, drafting } = of;
  const { step } = place;
  const spots = studied.findings.filter(({ severity }) => severity === "error").map(place.placeOf);
  return (
    <div className="studiocols">
      <MapPanel of={of} place={place} mayEdit={mayEdit} faults={faultsByStep(spots)} />
      {place.whole && mayEdit ? (
        <FlowSettings {...of} />
      ) : (
        <StepPanel
          of={{ definition, step, titleOf, readable, drafting }}
          field={place.field}
          faultsOf={(name) => spots.filter((spot) => spot.step === step && spot.field === name).length}
          studied={studied}
          mayEdit={mayEdit}
          onField={(field) => place.go({ step, field })}
          onGo={place.goTo}
          onStep={(next) => place.goTo({ step: next })}
        />
      )}
      <PreviewPanel of={of} place={place} />
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
        placeOf={place.placeOf}
        nameOf={(spot) => {
          if (spot.step !== undefined) return titleOf(spot.step);
          if (spot.rule !== undefined) return words("studio:rules.one");
          return spot.whole ? words("studio:whole.title") : null;
        }}
        onGo={place.goTo}
      />
    </div>
  );
}

/** Returns the number of errors of each step. */
function faultsByStep(spots: readonly FindingSpot[]): ReadonlyMap<string, number> {
  const faults = new Map<string, number>();
  for (const { step } of spots) if (step !== undefined) faults.set(step, (faults.get(step) ?? 0) + 1);
  return faults;
}

function MapPanel({
  of: { definition, studied, titleOf },
  place: { step, whole, go },
  mayEdit,
  faults,
}: OnDesk & { readonly faults: ReadonlyMap<string, number> }) {
  const words = useText();
  return (
    <section className="studiopanel studiomap" aria-labelledby="map-title">
      <header>
        <h2 id="map-title">{words("studio:map.title")}</h2>
        <span className="small">
          {words("studio:map.count", { count: Object.keys(definition.flow.steps).length })}
        </span>
        {mayEdit ? (
          <Button small id="whole-flow" aria-pressed={whole} onClick={() => go({ step, whole: true })}>
            {words("studio:whole.open")}
          </Button>
        ) : null}
      </header>
      <div className="mapscroll">
        <FlowMap
          definition={definition}
          ways={studied.ways}
          titleOf={titleOf}
          chosen={step}
          faults={faults}
          onChoose={(next) => go({ step: next })}
        />
      </div>
    </section>
  );
}

function PreviewPanel({
  of: { definition, studied, titleOf },
  place: { step, go },
}: Omit<OnDesk, "mayEdit">) {
  return (
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
  );
}
