import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { FieldError } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { LegalText, useLegal } from "./legal-text.tsx";

/**
 * A checkbox with a link to the text to agree to. The text must be read before consent (specification,
 * section 5). Therefore the first press opens the text, and a button below the text ticks the box.
 */
export function ConsentBox({ id, document, label, hint, given, bad, error, onTick }: ConsentBoxProps) {
  const [open, setOpen] = useState(false);
  // A box that is already ticked means that the person has read the text.
  const [read, setRead] = useState(given || document === undefined);
  const { there } = useLegal(document);
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
          <ReadLink hint={hint} label={label} onRead={() => setOpen(true)} />
        ) : hint ? (
          <p className="hint">{hint}</p>
        ) : null}
        <FieldError id={id} error={error} />
      </div>
      {open && document ? (
        <AcceptSheet
          document={document}
          onClose={close}
          onAccept={() => {
            close();
            onTick(true);
          }}
        />
      ) : null}
    </div>
  );
}

type ConsentBoxProps = {
  readonly id: string;
  /** Name of the text to read; absent if the label says everything. */
  readonly document?: string | undefined;
  readonly label: string;
  readonly hint?: string | null;
  readonly given: boolean;
  readonly bad: boolean;
  readonly error: string | null;
  readonly onTick: (given: boolean) => void;
};

function ReadLink({
  hint,
  label,
  onRead,
}: {
  readonly hint: string | null | undefined;
  readonly label: string;
  readonly onRead: () => void;
}) {
  const words = useText();
  return (
    <div>
      <button type="button" className="link" aria-haspopup="dialog" onClick={onRead}>
        {hint ?? words("common:legal.read")}
        <span className="sr">: {label}</span>
      </button>
    </div>
  );
}

/** The text to agree to, with a button below it that ticks the box. */
function AcceptSheet({
  document,
  onClose,
  onAccept,
}: {
  readonly document: string;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}) {
  const words = useText();
  const { title, there } = useLegal(document);
  return (
    <Sheet
      name="consent"
      title={title}
      onClose={onClose}
      footer={
        <Button kind="main" wide disabled={!there} onClick={onAccept}>
          {words("common:legal.accept")}
        </Button>
      }
    >
      <LegalText document={document} />
    </Sheet>
  );
}
