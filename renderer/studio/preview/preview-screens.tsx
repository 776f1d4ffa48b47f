import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, useMemo, useState } from "react";
import type { Words } from "../../../engine/values/languages.ts";
import type { PathClass } from "../../../engine/verify/paths/index.ts";
import { FlowBackendProvider } from "../../flow/flow-backend.ts";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import type { LoadedFlow } from "../../flow/module.ts";
import { previewBackend, screensOf } from "../../flow/preview-backend.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Embedded } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

/**
 * The screens of one person: the runner at the current step, with buttons to the previous and next screen.
 */
export function PreviewScreens({
  flow,
  path,
  called,
  step,
  onStep,
}: {
  readonly flow: LoadedFlow;
  readonly path: PathClass;
  /** Name of the made-up person. */
  readonly called: Words;
  readonly step: string;
  readonly onStep: (step: string) => void;
}) {
  const words = useText();
  const [visit, setVisit] = useState(0);
  const traveller = useMemo(() => named(path.traveller, called), [path.traveller, called]);
  const screens = useMemo(() => screensOf(flow, traveller, `studio-${visit}`), [flow, traveller, visit]);
  const found = screens.findIndex((screen) => screen.step === step);
  const shown = Math.max(found, 0);
  const show = (at: number) => {
    const to = screens[at]?.step;
    if (to === undefined) return;
    setVisit((before) => before + 1);
    onStep(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a backend starts at the studio's step and then reports its own moves to the studio.
  const backend = useMemo(
    () => previewBackend({ flow, screens, shown, onShown: show }),
    [flow, screens, shown],
  );
  const stay = (event: MouseEvent) => {
    const href = (event.target as Element).closest("a[href]")?.getAttribute("href");
    if (href === null || href === undefined || href.startsWith("#")) return;
    event.preventDefault();
    toast({ id: "preview", text: words("paths:preview.leads", { place: href }) });
  };
  return (
    <>
      <PreviewSteps shown={shown} of={screens.length} onShow={show} />
      {found < 0 ? <p className="waits small">{words("studio:preview.unseen")}</p> : null}
      <div className="device" onClickCapture={stay}>
        <Embedded value={true}>
          <FlowBackendProvider value={backend}>
            <FlowRunner
              key={`${visit} ${shown}`}
              flow={flow.compiled.definition.flow.id}
              filled={traveller.answers}
            />
          </FlowBackendProvider>
        </Embedded>
      </div>
    </>
  );
}

function PreviewSteps({
  shown,
  of,
  onShow,
}: {
  /** Index of the shown screen, from 0. */
  readonly shown: number;
  readonly of: number;
  readonly onShow: (at: number) => void;
}) {
  const words = useText();
  return (
    <div className="previewsteps">
      <button
        type="button"
        className="iconbtn"
        aria-label={words("paths:preview.before")}
        disabled={shown === 0}
        onClick={() => onShow(shown - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </button>
      <span className="small num">{words("studio:preview.screen", { at: shown + 1, of })}</span>
      <button
        type="button"
        className="iconbtn"
        aria-label={words("paths:preview.after")}
        disabled={shown >= of - 1}
        onClick={() => onShow(shown + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Replaces the made-up person's name by the one that the studio shows, in the answers and records of a path.
 */
function named(traveller: PathClass["traveller"], { th, en }: Words) {
  const text = JSON.stringify(traveller).replaceAll("สมหญิง", th).replaceAll("Somying", en);
  return JSON.parse(text) as PathClass["traveller"];
}
