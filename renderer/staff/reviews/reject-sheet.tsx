import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/**
 * A dialog that confirms a rejection: who is rejected, the text they will read, and how to reopen the
 * identity.
 */
export function RejectSheet({
  name,
  email,
  reason,
  busy,
  onReject,
  onClose,
}: {
  readonly name: string;
  readonly email: string;
  readonly reason: string;
  readonly busy: boolean;
  readonly onReject: () => void;
  readonly onClose: () => void;
}) {
  const words = useText();
  return (
    <Sheet
      title={words("staff:review.rejecting.title", { name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" wide busy={busy} onClick={onReject}>
            {words("staff:review.reject")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{words("staff:review.rejecting.letter", { email })}</p>
      <Note tone="warn">
        <b>{words("staff:review.reason")}</b>
        <p>{reason}</p>
      </Note>
      <p>{words("staff:review.rejecting.reopen", { list: words("staff:reviews.rejected.title") })}</p>
    </Sheet>
  );
}
