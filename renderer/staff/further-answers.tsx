import type { RecordOfAnswers } from "../kit/api/answers.ts";
import { Pairs } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import { PrivateDocument } from "./private-document.tsx";
import { useSentFields } from "./reviews/sent-fields.ts";

/**
 * Answers to questions that a desk does not know by name, with the labels of the submitted version. Shows nothing if
 * there are none.
 */
export function FurtherAnswers({ of, ...how }: { readonly of: RecordOfAnswers | null } & How) {
  return of === null ? null : <Answers of={of} {...how} />;
}

type How = {
  /** The address of an upload. */
  readonly fileUrl: (file: string) => string;
  /** The name of a saved upload, without its number and extension. */
  readonly name: string;
  /** False if the page has its own title. */
  readonly title?: boolean;
};

function Answers({ of, fileUrl, name, title = true }: { readonly of: RecordOfAnswers } & How) {
  const words = useText();
  const answers = of.answers ?? [];
  const places = Object.fromEntries(answers.map(({ place }) => [place, place]));
  const sent = useSentFields(of.module === null ? null : { module: of.module, places });
  if (of.answers === null) return <p className="mut">{words("staff:further.erased")}</p>;
  if (sent === null) return <LoadingShape rows={2} />;
  // A list may mix files and texts; values with files only are buttons.
  const said = answers.filter(({ value, files }) => files.length === 0 || typeof value === "object");
  const papers = answers.flatMap(({ place, files }) => files.map((file) => ({ place, file })));
  return (
    <section className="gap12" aria-label={words("staff:further.title")}>
      {title ? <h3>{words("staff:further.title")}</h3> : null}
      <Pairs
        of={said.map(({ place, value }) => ({
          key: place,
          label: sent.label(place),
          value: <span className="wrap">{sent.value(place, value)}</span>,
        }))}
      />
      {papers.map(({ place, file }, at) => (
        <PrivateDocument
          key={file}
          url={fileUrl(file)}
          label={sent.label(place)}
          name={`${name}-${at + 1}`}
        />
      ))}
    </section>
  );
}
