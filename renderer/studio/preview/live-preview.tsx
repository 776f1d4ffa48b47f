import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import { LANGUAGES, languageFacts, type Words } from "../../../engine/values/languages.ts";
import type { PathClass } from "../../../engine/verify/paths/index.ts";
import type { LoadedFlow } from "../../flow/module.ts";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { layTexts, reloadTexts, switchLanguage, useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { draftFlow } from "./draft-flow.ts";
import people from "./made-up-people.json" with { type: "json" };
import { PreviewScreens } from "./preview-screens.tsx";

/** The edited step as an investor sees it, in the real runner with a made-up person. */
export function LivePreview({
  definition,
  classes,
  ...place
}: Place & {
  readonly definition: Definition;
  readonly classes: readonly PathClass[];
}) {
  const words = useText();
  const flow = useDraftFlow(definition);
  return (
    <section className="studiopanel studiopreview" aria-labelledby="preview-title">
      <header>
        <h2 id="preview-title">{words("studio:preview.title")}</h2>
        <Languages />
      </header>
      <Person flow={classes.length === 0 ? null : flow} classes={classes} {...place} />
    </section>
  );
}

type Place = {
  readonly step: string;
  readonly titleOf: (step: string) => string;
  /** Called when the person in the preview goes to another step. */
  readonly onStep: (step: string) => void;
};

function Languages() {
  const words = useText();
  const lng = useLanguage();
  return (
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
  );
}

/** A person whose path leads to the step, and the step's screen as this person sees it. */
function Person({
  flow,
  classes,
  step,
  titleOf,
  onStep,
}: Place & {
  /** Flow that the preview runs; `null` while it loads. */
  readonly flow: LoadedFlow | null;
  readonly classes: readonly PathClass[];
}) {
  const words = useText();
  const lng = useLanguage();
  const [wanted, setWanted] = useState<string | null>(null);
  const through = classes.filter(({ steps }) => steps.includes(step));
  const chosen = through.find(({ name }) => name === wanted) ?? through[0];
  if (flow === null)
    return (
      <div className="waits">
        <LoadingShape rows={4} />
      </div>
    );
  if (chosen === undefined) return <p className="waits small">{words("studio:preview.nobody")}</p>;
  return (
    <>
      <ChoiceField
        id="preview-who"
        label={words("studio:preview.who")}
        value={chosen.name}
        choices={through.map((one) => [
          one.name,
          words("studio:preview.comesTo", { name: whoIs(one)[lng], end: titleOf(one.end.step) }),
        ])}
        onValue={setWanted}
      />
      <About of={chosen} />
      <PreviewScreens
        key={chosen.name}
        flow={flow}
        path={chosen}
        called={whoIs(chosen)}
        step={step}
        onStep={onStep}
      />
    </>
  );
}

/** Maximum number of facts in a short description of a person. */
const MOST_SAID = 3;
const SHORT = 90;

/** A text with the conditions that decide which path the person takes. */
function About({ of }: { readonly of: PathClass }) {
  const words = useText();
  const lng = useLanguage();
  const name = whoIs(of)[lng];
  const conditions = shortest(of.conditions.map(({ says }) => says[lng])).join("; ");
  return (
    <p className="waits small" id="preview-about">
      {of.conditions.length === 0
        ? words("studio:preview.anybody", { name })
        : words("studio:preview.about", { name, conditions })}
    </p>
  );
}

/**
 * Returns the last few conditions that have a short text. If there are none, returns the shortest condition.
 */
function shortest(said: readonly string[]): readonly string[] {
  const short = said.filter(({ length }) => length <= SHORT).slice(-MOST_SAID);
  return short.length > 0 ? short : [...said].sort((one, other) => one.length - other.length).slice(0, 1);
}

/** Returns the name of a path's made-up person, chosen by the number of the path. */
function whoIs({ number }: PathClass): Words {
  return people[(number - 1) % people.length] as (typeof people)[number];
}

/**
 * Returns the draft as a flow that can run. If only texts changed, the flow is not rebuilt, and the new texts
 * are shown at once.
 */
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
  // `structure` covers everything except the texts.
  const rebuild = useEffectEvent((_structure: string) => {
    try {
      setFlow(draftFlow(definition));
    } catch (error) {
      console.warn("preview", error);
    }
  });
  useEffect(() => rebuild(structure), [structure]);
  return flow;
}
