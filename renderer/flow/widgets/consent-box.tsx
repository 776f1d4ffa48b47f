import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { FieldError } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { LegalText, useLegal } from "./legal-text.tsx";

/**
 * A checkbox with a link to its text. The text must be read before consent (specification, section 5): the first press
 * opens it, with the button that ticks the box below.
 */
export function ConsentBox({
  id,
  document,
  label,
  hint,
  given,
  bad,
  error,
  onTick,
}: {
  readonly id: string;
  /** The text to read; absent if the label says everything. */
  readonly document?: string | undefined;
  readonly label: string;
  readonly hint?: string | null;
  readonly given: boolean;
  readonly bad: boolean;
  readonly error: string | null;
  readonly onTick: (given: boolean) => void;
}) {
  const words = useText();
  const [open, setOpen] = useState(false);
  // A ticked box means that the text was read.
  const [read, setRead] = useState(given || document === undefined);
  const { title, there } = useLegal(document);
  const close = () => {
    if (there) setRead(true);
    setOpen(false);
  };
  return (
    <div className={bad ? "consent bad" : "consent"}>
      <input
        id={id}
        type="checkbox"
        checked={given}
        aria-invalid={bad || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => {
          if (event.target.checked && !read) setOpen(true);
          else onTick(event.target.checked);
        }}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {document ? (
          <div>
            <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {hint ?? words("common:legal.read")}
              <span className="sr">: {label}</span>
            </button>
          </div>
        ) : hint ? (
          <p className="hint">{hint}</p>
        ) : null}
        <FieldError id={id} error={error} />
      </div>
      {open && document ? (
        <Sheet
          name="consent"
          title={title}
          onClose={close}
          footer={
            <Button
              kind="main"
              wide
              disabled={!there}
              onClick={() => {
                close();
                onTick(true);
              }}
            >
              {words("common:legal.accept")}
            </Button>
          }
        >
          <LegalText document={document} />
        </Sheet>
      ) : null}
    </div>
  );
}
