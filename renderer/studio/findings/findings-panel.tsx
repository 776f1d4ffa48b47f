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

/** The findings that block publication, each with a link to its control. */
export function FindingsPanel({
  of,
  placeOf,
  nameOf,
  onGo,
}: {
  readonly of: Studied;
  readonly placeOf: (finding: SpokenFinding) => FindingSpot;
  readonly nameOf: (place: FindingSpot) => string | null;
  readonly onGo: (place: FindingSpot) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const { definition, places } = of;
  const titleOf = useStepTitles(definition);
  /** Labels for the names in a finding. */
  const calledIn = (finding: SpokenFinding, place: FindingSpot): Called => {
    const language = localeOf(finding.file)?.language ?? lng;
    const textAt = (keys: readonly string[], inLanguage: string = lng) =>
      definition === null ? null : findText(definition.texts, inLanguage as Language, keys);
    return {
      text: (key) => textAt([key], language),
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
  };
  // Parts with a control of their own are described without their file's name.
  const whatOf = (finding: SpokenFinding, place: FindingSpot): string => {
    const { says, file, what } = finding;
    const missing = localeOf(file)?.language;
    if (!says.key.startsWith("missing-text") || missing === undefined)
      return plainWords(what[lng], says, calledIn(finding, place));
    const language = words(`studio:language.${missing}`);
    const { part } = place;
    if (part === undefined) return words("studio:findings.missingText", { language });
    return words("studio:findings.missingPart", { language, part: words(`studio:text.${part}`) });
  };
  /** How to correct it here; the engine's own text speaks of files. */
  const mendOf = (finding: SpokenFinding, place: FindingSpot): string => {
    const params = "params" in finding.says ? finding.says.params : {};
    const text = words(mendKey(finding.says), { defaultValue: finding.mend[lng], ...params });
    return plainWords(text, finding.says, calledIn(finding, place));
  };
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
        {[...errors, ...warnings].map(({ cause, follow }) => {
          const place = placeOf(cause);
          const name = nameOf(place);
          const Sign = cause.severity === "error" ? CircleAlert : TriangleAlert;
          const witness = (cause.witness ?? {}) as { readonly words?: Words };
          return (
            <li key={`${cause.file}${cause.pointer}${cause.what.en}`}>
              <span className={cause.severity === "error" ? "sign--loss" : "sign--warn"}>
                <Sign size={20} aria-hidden="true" />
                <span className="sr">{words(`studio:findings.${cause.severity}`)}</span>
              </span>
              <div>
                <b>{whatOf(cause, place)}</b>
                <p className="small">{mendOf(cause, place)}</p>
                {witness.words === undefined ? null : (
                  <p className="small">
                    {words("definition:whom.witness")}: {witness.words[lng]}
                  </p>
                )}
                {follow.length === 0 ? null : (
                  <p className="small">{words("definition:checks.follow", { count: follow.length })}</p>
                )}
              </div>
              {name === null ? null : (
                <Button small kind="soft" onClick={() => onGo(place)}>
                  {words("studio:findings.go", { place: name })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
