import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Difference } from "../changed-elsewhere.ts";

/**
 * Shows both answers if another window answered this screen differently, and asks the person which one to
 * keep.
 */
export function ChangedElsewhere({
  differences,
  onOther,
}: {
  readonly differences: readonly Difference[];
  /** Continues with the other window's answer. */
  readonly onOther: () => void;
}) {
  const words = useText();
  return (
    <div className="shown">
      <Note tone="warn" role="alert">
        <b>{words("common:flow.elsewhere.title")}</b>
        <dl className="elsewhere">
          {differences.map(({ path, label, here, there }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>{words("common:flow.elsewhere.there", { value: there ?? "–" })}</dd>
              <dd>{words("common:flow.elsewhere.here", { value: here ?? "–" })}</dd>
            </div>
          ))}
        </dl>
        <p>{words("common:flow.elsewhere.text")}</p>
        <Button small onClick={onOther}>
          {words("common:flow.elsewhere.other")}
        </Button>
      </Note>
    </div>
  );
}
