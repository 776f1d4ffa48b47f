import { ChevronLeft, ChevronRight } from "lucide-react";
import { type MouseEvent, useEffect, useMemo, useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import { LANGUAGES, languageFacts, type Words } from "../../../engine/values/languages.ts";
import type { PathClass } from "../../../engine/verify/paths/index.ts";
import { FlowBackendProvider } from "../../flow/flow-backend.ts";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import type { LoadedFlow } from "../../flow/module.ts";
import { previewBackend, screensOf } from "../../flow/preview-backend.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Embedded } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { layTexts, reloadTexts, switchLanguage, useLanguage, useText } from "../../kit/text/i18n.ts";
import { draftFlow } from "./draft-flow.ts";
import people from "./made-up-people.json" with { type: "json" };

/** Maximum number of facts in a short description of a person. */
const MOST_SAID = 3;
const SHORT = 90;

/** The edited step as an investor sees it: the real runner with a made-up person. */
export function LivePreview({
  definition,
  classes,
  step,
  titleOf,
  onStep,
}: {
  readonly definition: Definition;
  readonly classes: readonly PathClass[];
  readonly step: string;
  readonly titleOf: (step: string) => string;
  /** The person went to another step. */
  readonly onStep: (step: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const flow = useDraftFlow(definition);
  const [wanted, setWanted] = useState<string | null>(null);
  const through = classes.filter(({ steps }) => steps.includes(step));
  const chosen = through.find(({ name }) => name === wanted) ?? through[0];
  const nameOf = (one: PathClass) => whoIs(one)[lng];
  const aboutOf = (one: PathClass) =>
    one.conditions.length === 0
      ? words("studio:preview.anybody", { name: nameOf(one) })
      : words("studio:preview.about", {
          name: nameOf(one),
          conditions: shortest(one.conditions.map(({ says }) => says[lng])).join("; "),
        });
  return (
    <section className="studiopanel studiopreview" aria-labelledby="preview-title">
      <header>
        <h2 id="preview-title">{words("studio:preview.title")}</h2>
        <fieldset className="languages">
          <legend className="sr">{words("studio:preview.language")}</legend>
          {LANGUAGES.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              aria-pressed={lng === one}
              onClick={() => void switchLanguage(one)}
            >
              {languageFacts(one).name}
            </button>
          ))}
        </fieldset>
      </header>
      {flow === null || classes.length === 0 ? (
        <div className="waits">
          <LoadingShape rows={4} />
        </div>
      ) : chosen === undefined ? (
        <p className="waits small">{words("studio:preview.nobody")}</p>
      ) : (
        <>
          <SelectField
            id="preview-who"
            label={words("studio:preview.who")}
            value={chosen.name}
            onValue={setWanted}
          >
            {through.map((one) => (
              <option key={one.name} value={one.name}>
                {words("studio:preview.comesTo", { name: nameOf(one), end: titleOf(one.end.step) })}
              </option>
            ))}
          </SelectField>
          <p className="waits small" id="preview-about">
            {aboutOf(chosen)}
          </p>
          <Screens
            key={chosen.name}
            flow={flow}
            path={chosen}
            called={whoIs(chosen)}
            step={step}
            onStep={onStep}
          />
        </>
      )}
    </section>
  );
}

function Screens({
  flow,
  path,
  called,
  step,
  onStep,
}: {
  readonly flow: LoadedFlow;
  readonly path: PathClass;
  /** The name of the made-up person. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a backend starts at the studio's step; its own moves update the studio.
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
      <div className="previewsteps">
        <button
          type="button"
          className="iconbtn"
          aria-label={words("paths:preview.before")}
          disabled={shown === 0}
          onClick={() => show(shown - 1)}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        <span className="small num">
          {words("studio:preview.screen", { at: shown + 1, of: screens.length })}
        </span>
        <button
          type="button"
          className="iconbtn"
          aria-label={words("paths:preview.after")}
          disabled={shown >= screens.length - 1}
          onClick={() => show(shown + 1)}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </button>
      </div>
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

/** The last deciding facts that are short; else the shortest. */
function shortest(said: readonly string[]): readonly string[] {
  const short = said.filter(({ length }) => length <= SHORT).slice(-MOST_SAID);
  return short.length > 0 ? short : [...said].sort((one, other) => one.length - other.length).slice(0, 1);
}

/** The name of a path's made-up person, stable while the number of paths does not change. */
function whoIs({ number }: PathClass): Words {
  return people[(number - 1) % people.length] as (typeof people)[number];
}

/** A path's person with the studio's name in their answers and records. */
function named(traveller: PathClass["traveller"], { th, en }: Words) {
  const text = JSON.stringify(traveller).replaceAll("สมหญิง", th).replaceAll("Somying", en);
  return JSON.parse(text) as PathClass["traveller"];
}

/** The draft's flow; rebuilt if more than texts changed. Texts are overlaid at once. */
function useDraftFlow(definition: Definition): LoadedFlow | null {
  const { texts } = definition;
  const structure = useMemo(() => JSON.stringify({ ...definition, texts: null }), [definition]);
  const [flow, setFlow] = useState<LoadedFlow | null>(null);
  useEffect(() => {
    layTexts(texts);
  }, [texts]);
  useEffect(
    () => () => {
      layTexts(null);
      void reloadTexts();
    },
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` stands for all of it but the texts.
  useEffect(() => {
    try {
      setFlow(draftFlow(definition));
    } catch (error) {
      console.warn("preview", error);
    }
  }, [structure]);
  return flow;
}
