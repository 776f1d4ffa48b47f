import type { Json } from "../../engine/values/json.ts";
import { Pairs } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { PrivateDocument } from "./private-document.tsx";
import { useSentFields } from "./reviews/sent-fields.ts";

/** An answer of a flow, with the uploads that it names. */
export type SentAnswer = {
  readonly name: string;
  /** Its place in the flow, such as `answers.ask.detail`. */
  readonly place: string;
  readonly value: Json;
  readonly files: readonly string[];
};

/** Answers with the labels of the version by which they were sent: values first, then a button for each upload. */
export function SentAnswers({
  module,
  answers,
  fileUrl,
  saveAs,
}: {
  /** The module of that version; null if it is no longer stored, then names and values are shown as they are. */
  readonly module: string | null;
  readonly answers: readonly SentAnswer[];
  readonly fileUrl: (file: string) => string;
  /** The name of a saved upload without its extension. `at`: its number in its answer, from 0. */
  readonly saveAs: (answer: SentAnswer, at: number) => string;
}) {
  const places = Object.fromEntries(answers.map(({ name, place }) => [name, place]));
  const sent = useSentFields(module === null ? null : { module, places });
  if (sent === null) return <LoadingShape rows={3} />;
  // A list may mix files and texts; values with files only are buttons.
  const said = answers.filter(({ value, files }) => files.length === 0 || typeof value === "object");
  return (
    <>
      <Pairs
        of={said.map(({ name, value }) => ({
          key: name,
          label: sent.label(name),
          value: <span className="wrap">{sent.value(name, value)}</span>,
        }))}
      />
      {answers.flatMap((answer) =>
        answer.files.map((file, at) => (
          <PrivateDocument
            key={file}
            url={fileUrl(file)}
            label={sent.label(answer.name)}
            name={saveAs(answer, at)}
          />
        )),
      )}
    </>
  );
}
