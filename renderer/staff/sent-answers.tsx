import type { Json } from "../../engine/values/json.ts";
import { Badge, Pairs } from "../kit/parts/small-parts.tsx";
import { LoadingShape } from "../kit/parts/states.tsx";
import { formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { PrivateDocument } from "./private-document.tsx";
import { type SentFields, useSentFields } from "./reviews/sent-fields.ts";

/** An answer that was submitted in a flow, with the uploads that it names. */
export type SentAnswer = {
  readonly name: string;
  /** Data path of the answer in the flow, such as `answers.ask.detail`. */
  readonly place: string;
  readonly value: Json;
  readonly files: readonly string[];
};

/** The content of one submission. */
type Sent = {
  /**
   * Address of the version's module; `null` if the version is no longer stored. Without the module, stored
   * names and values are shown.
   */
  readonly module: string | null;
  readonly answers: readonly SentAnswer[];
};

/** An earlier submission, which the current submission repeats. */
type SentBefore = Sent & { readonly at: string };

/**
 * The answers of a submission, with the labels of the version that was used for it. Values come first, then a
 * button for each upload. If there was an earlier submission, its answers are shown beside them, with the
 * labels of that submission's version.
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
  /**
   * Returns the name of a saved upload without its extension. `at` is the upload's index (from 0) in its
   * answer.
   */
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

/** The earlier value of an answer, or a note that the question was not asked. */
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

/** The earlier value of an answer that has changed since. */
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

/** The uploads of the earlier submission that this submission does not contain. */
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

// A value that consists only of files is shown as buttons. A list may contain files and texts, so it is also
// shown as text.
const hasText = ({ value, files }: SentAnswer) => files.length === 0 || typeof value === "object";

const isSame = (one: SentAnswer, other: SentAnswer) =>
  one.place === other.place && JSON.stringify(one.value) === JSON.stringify(other.value);

function labelled({ module, answers }: Sent) {
  return module === null
    ? null
    : { module, places: Object.fromEntries(answers.map(({ name, place }) => [name, place])) };
}
