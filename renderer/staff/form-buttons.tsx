import { Button } from "../kit/parts/button.tsx";

/** The buttons below a desk's form: one sends it, the other closes it. */
export function FormButtons({
  send,
  close,
  busy,
  onClose,
}: {
  readonly send: string;
  readonly close: string;
  readonly busy: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div className="row wraps">
      <Button kind="main" type="submit" busy={busy}>
        {send}
      </Button>
      <Button onClick={onClose}>{close}</Button>
    </div>
  );
}
