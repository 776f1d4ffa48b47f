import type { RecordOfAnswers } from "../kit/api/answers.ts";
import { useText } from "../kit/text/i18n.ts";
import { SentAnswers } from "./sent-answers.tsx";

const named = (answer: NonNullable<RecordOfAnswers["answers"]>[number]) => ({
  name: answer.place,
  ...answer,
});

/** Answers to questions that staff pages have no texts for. Renders nothing if there are none. */
export function FurtherAnswers({
  of,
  fileUrl,
  name,
  title = true,
}: {
  readonly of: RecordOfAnswers | null;
  /** Returns the address of an upload. */
  readonly fileUrl: (file: string) => string;
  /** First part of the name of a saved upload. */
  readonly name: string;
  /** Whether the section has a title; false where the page has its own. */
  readonly title?: boolean;
}) {
  const words = useText();
  if (of === null) return null;
  if (of.answers === null) return <p className="mut">{words("staff:further.erased")}</p>;
  return (
    <section className="gap12" aria-label={words("staff:further.title")}>
      {title ? <h3>{words("staff:further.title")}</h3> : null}
      <SentAnswers
        module={of.module}
        answers={of.answers.map(named)}
        before={of.before === null ? null : { ...of.before, answers: (of.before.answers ?? []).map(named) }}
        fileUrl={fileUrl}
        saveAs={({ place }, at) => `${name}-${place.split(".").at(-1)}${at === 0 ? "" : `-${at + 1}`}`}
      />
    </section>
  );
}
