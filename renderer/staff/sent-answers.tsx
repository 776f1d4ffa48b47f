import type { Json } from "../../engine/values/json.ts";
import { Badge, Pairs } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { PrivateDocument } from "./private-document.tsx";
import { type SentFields, useSentFields } from "./reviews/sent-fields.ts";

/** An answer of a flow, with the uploads that it names. */
export type SentAnswer = {
  readonly name: string;
  /** Its place in the flow, such as `answers.ask.detail`. */
  readonly place: string;
  readonly value: Json;
  readonly files: readonly string[];
};

/** What one submission sent. */
type Sent = {
  /** The module of its version; null if it is no longer stored, then names and values are shown as they are. */
  readonly module: string | null;
  readonly answers: readonly SentAnswer[];
};

/** The submission that this one repeats. */
type SentBefore = Sent & { readonly at: string };

/**
 * Answers with the labels of the version by which they were sent: values first, then a button for each upload. Beside
 * them the answers of the submission that this one repeats, if any, in the labels of its own version.
 */
export function SentAnswers({
  module,
  answers,
  before = null,
  fileUrl,
  saveAs,
}: Sent & {
  readonly before?: SentBefore | null;
  readonly fileUrl: (file: string) => string;
  /** The name of a saved upload without its extension. `at`: its number in its answer, from 0. */
  readonly saveAs: (answer: SentAnswer, at: number) => string;
}) {
  const sent = useSentFields(labelled({ module, answers }));
  const earlier = useSentFields(labelled(before ?? { module: null, answers: [] }));
  if (sent === null || earlier === null) return <LoadingShape rows={3} />;
  const gone = (before?.answers ?? []).filter(
    ({ place }) => !answers.some((answer) => answer.place === place),
  );
  return (
    <>
      <Pairs
        of={[
          ...answers.filter(hasText).map((answer) => ({
            key: answer.name,
            label: sent.label(answer.name),
            value: (
              <>
                <span className="wrap">{sent.value(answer.name, answer.value)}</span>
                {before === null ? null : <Before of={answer} among={before} fields={earlier} />}
              </>
            ),
          })),
          ...gone.filter(hasText).map((answer) => ({
            key: `before ${answer.name}`,
            label: earlier.label(answer.name),
            value: (
              <>
                <span>–</span>
                <Earlier says={earlier.value(answer.name, answer.value)} />
              </>
            ),
          })),
        ]}
      />
      <Uploads of={answers} fields={sent} fileUrl={fileUrl} saveAs={saveAs} />
      {before === null ? null : (
        <EarlierUploads of={before} now={answers} fields={earlier} fileUrl={fileUrl} saveAs={saveAs} />
      )}
    </>
  );
}

/** The earlier value of an answer, or that it was not asked. */
function Before({
  of,
  among,
  fields,
}: {
  readonly of: SentAnswer;
  readonly among: Sent;
  readonly fields: SentFields;
}) {
  const words = useText();
  const earlier = among.answers.find(({ place }) => place === of.place);
  if (earlier !== undefined && isSame(earlier, of))
    return <span className="small mut"> {words("staff:further.same")}</span>;
  return <Earlier says={earlier === undefined ? "–" : fields.value(earlier.name, earlier.value)} />;
}

/** A value that has changed since. */
function Earlier({ says }: { readonly says: string }) {
  const words = useText();
  return (
    <>
      {" "}
      <Badge tone="warn">{words("staff:further.changed")}</Badge>
      <span className="small mut wrap"> {words("staff:further.before", { value: says })}</span>
    </>
  );
}

/** The uploads that the repeated submission had and this one has not. */
function EarlierUploads({
  of,
  now,
  saveAs,
  ...given
}: {
  readonly of: SentBefore;
  readonly now: readonly SentAnswer[];
  readonly fields: SentFields;
  readonly fileUrl: (file: string) => string;
  readonly saveAs: (answer: SentAnswer, at: number) => string;
}) {
  const words = useText();
  return (
    <>
      <p className="small mut">{words("staff:further.repeats", { at: formatInstant(of.at) })}</p>
      <Uploads
        of={of.answers.filter((one) => now.every((other) => !isSame(other, one)))}
        {...given}
        saveAs={(answer, at) => `${saveAs(answer, at)}-before`}
        before
      />
    </>
  );
}

function Uploads({
  of,
  fields,
  fileUrl,
  saveAs,
  before = false,
}: {
  readonly of: readonly SentAnswer[];
  readonly fields: SentFields;
  readonly fileUrl: (file: string) => string;
  readonly saveAs: (answer: SentAnswer, at: number) => string;
  readonly before?: boolean;
}) {
  const words = useText();
  return of.flatMap((answer) =>
    answer.files.map((file, at) => (
      <PrivateDocument
        key={file}
        url={fileUrl(file)}
        label={
          before
            ? words("staff:further.before", { value: fields.label(answer.name) })
            : fields.label(answer.name)
        }
        name={saveAs(answer, at)}
      />
    )),
  );
}

// A list may mix files and texts; values with files only are buttons.
const hasText = ({ value, files }: SentAnswer) => files.length === 0 || typeof value === "object";

const isSame = (one: SentAnswer, other: SentAnswer) =>
  one.place === other.place && JSON.stringify(one.value) === JSON.stringify(other.value);

function labelled({ module, answers }: Sent) {
  return module === null
    ? null
    : { module, places: Object.fromEntries(answers.map(({ name, place }) => [name, place])) };
}
