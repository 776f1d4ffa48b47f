import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Studied } from "../engine/use-engine.ts";
import type { FindingSpot } from "./place-of-finding.ts";

/** What stands between a draft and its publication, each with the way to where it is mended. */
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
  // What colleagues fill in by themselves is said without the name that files have for it.
  const whatOf = ({ says, file, what }: SpokenFinding): string => {
    const missing = /^locales\/(th|en)\//.exec(file)?.[1];
    if (!says.key.startsWith("missing-text") || missing === undefined) return what[lng];
    return words("studio:findings.missingText", { language: words(`studio:language.${missing}`) });
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
                <b>{whatOf(cause)}</b>
                <p className="small">{cause.mend[lng]}</p>
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
