import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { fieldKeys, findText } from "../../../engine/flow/index.ts";
import { localeOf } from "../../../engine/values/languages.ts";
import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { type Language, useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Studied } from "../engine/use-engine.ts";
import { useStepTitles } from "../step/step-titles.ts";
import type { FindingSpot } from "./place-of-finding.ts";
import { type Called, mendKey, plainWords } from "./plain-words.ts";
import { studioSentence } from "./studio-sentence.ts";

type Around = {
  readonly of: Studied;
  readonly placeOf: (finding: SpokenFinding) => FindingSpot;
  readonly nameOf: (place: FindingSpot) => string | null;
  readonly onGo: (place: FindingSpot) => void;
};

/** The findings that prevent publication, each with a link to the control that fixes it. */
export function FindingsPanel(around: Around) {
  const words = useText();
  const { of } = around;
  const folds = foldedByCause(of.findings);
  const errors = folds.filter(({ cause }) => cause.severity === "error");
  const warnings = folds.filter(({ cause }) => cause.severity === "warning");
  return (
    <section className="studiopanel studiofindings" aria-labelledby="findings-title">
      <header>
        <h2 id="findings-title">{words("studio:findings.title")}</h2>
        <p className="small" role="status">
          {words(`studio:findings.stage.${of.stage}`, {
            errors: errors.length,
            warnings: warnings.length,
            seconds: ((of.provedInMs ?? 0) / 1000).toLocaleString("en", { maximumFractionDigits: 1 }),
          })}
        </p>
      </header>
      {folds.length === 0 && of.stage === "done" ? (
        <p className="allgood">
          <CircleCheck size={20} aria-hidden="true" /> {words("studio:findings.none")}
        </p>
      ) : null}
      <ul>
        {[...errors, ...warnings].map(({ cause, follow }) => (
          <li key={`${cause.file}${cause.pointer}${cause.what.en}`}>
            <Finding around={around} of={cause} follow={follow.length} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One finding: what is wrong, how to fix it, an example, and a link to the control. */
function Finding({
  around: { of: studied, placeOf, nameOf, onGo },
  of,
  follow,
}: {
  readonly around: Around;
  readonly of: SpokenFinding;
  /** Number of further findings with the same cause. */
  readonly follow: number;
}) {
  const words = useText();
  const lng = useLanguage();
  const place = placeOf(of);
  const { what, mend } = useFindingWords(studied, of, place);
  const name = nameOf(place);
  const Sign = of.severity === "error" ? CircleAlert : TriangleAlert;
  const witness = (of.witness ?? {}) as { readonly words?: Words };
  return (
    <>
      <span className={of.severity === "error" ? "sign--loss" : "sign--warn"}>
        <Sign size={20} aria-hidden="true" />
        <span className="sr">{words(`studio:findings.${of.severity}`)}</span>
      </span>
      <div>
        <b>{what}</b>
        <p className="small">{mend}</p>
        {witness.words === undefined ? null : (
          <p className="small">
            {words("definition:whom.witness")}: {witness.words[lng]}
          </p>
        )}
        {follow === 0 ? null : (
          <p className="small">{words("definition:checks.follow", { count: follow })}</p>
        )}
      </div>
      {name === null ? null : (
        <Button small kind="soft" onClick={() => onGo(place)}>
          {words("studio:findings.go", { place: name })}
        </Button>
      )}
    </>
  );
}

/**
 * Returns the text of a finding, and how to fix the finding in the studio. The engine's own texts refer to
 * files, which the studio does not show.
 */
function useFindingWords(studied: Studied, of: SpokenFinding, place: FindingSpot) {
  const words = useText();
  const lng = useLanguage();
  const called = useCalled(studied, of, place);
  const { says, file } = of;
  const params = "params" in says ? says.params : {};
  const mend = plainWords(words(mendKey(says), { defaultValue: of.mend[lng], ...params }), says, called);
  const sentence = studioSentence({
    pointer: of.pointer,
    says,
    rule: studied.definition?.rules[place.rule ?? ""],
    fieldOf: called.field,
  });
  if (sentence !== null) return { what: words(`studio:found.${sentence.key}`, sentence.params), mend };
  const missing = localeOf(file)?.language;
  // If a missing text has a control on the page, the message names the control and not the file.
  if (!says.key.startsWith("missing-text") || missing === undefined)
    return { what: plainWords(of.what[lng], says, called), mend };
  const language = words(`studio:language.${missing}`);
  const { part } = place;
  const what =
    part === undefined
      ? words("studio:findings.missingText", { language })
      : words("studio:findings.missingPart", { language, part: words(`studio:text.${part}`) });
  return { what, mend };
}

/** Returns functions that find the labels for the names in a finding. */
function useCalled({ definition, places }: Studied, of: SpokenFinding, place: FindingSpot): Called {
  const words = useText();
  const lng = useLanguage();
  const titleOf = useStepTitles(definition);
  const textAt = (keys: readonly string[], language: Language = lng) =>
    definition === null ? null : findText(definition.texts, language, keys);
  return {
    text: (key) => textAt([key], localeOf(of.file)?.language ?? lng),
    step: (id) => (definition?.flow.steps[id] === undefined ? null : titleOf(id)),
    rule: (id) => textAt([definition?.rules[id]?.title ?? ""]),
    place: (path) => places.find((one) => one.path === path)?.name[lng] ?? null,
    effect: (id) => words(`definition:effects.${id}`, { defaultValue: "" }) || null,
    input: (name) => words(`studio:input.${name}`, { defaultValue: "" }) || null,
    field: (name) =>
      definition === null || place.step === undefined
        ? null
        : textAt(fieldKeys(definition, place.step, name, "label")),
  };
}
