import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

type Discarded = {
  /** Number of edits that are lost. */
  readonly edits: number;
  readonly onDiscard: () => void;
};

/** A button that discards the draft. It asks first, because undo cannot bring the edits back. */
export function DiscardDraft({ edits, onDiscard }: Discarded) {
  const words = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button small id="discard-draft" onClick={() => setAsks(true)}>
        {words("studio:discard")}
      </Button>
      {asks ? (
        <DiscardSheet
          edits={edits}
          onClose={() => setAsks(false)}
          onDiscard={() => {
            setAsks(false);
            onDiscard();
          }}
        />
      ) : null}
    </>
  );
}

/** The question whether the draft is discarded, with the number of edits that are lost. */
export function DiscardSheet({
  edits,
  onClose,
  onDiscard,
}: Discarded & {
  readonly onClose: () => void;
}) {
  const words = useText();
  return (
    <Sheet
      title={words("studio:discarding.title")}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" wide id="discard-now" onClick={onDiscard}>
            {words("studio:discard")}
          </Button>
          <Button wide id="discard-not" onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{words("studio:discarding.text", { count: edits })}</p>
    </Sheet>
  );
}
