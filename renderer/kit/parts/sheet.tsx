import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useText } from "../text/i18n.ts";
import { closedByBack } from "./closed-by-back.ts";

/**
 * A dialog: at the bottom on phones, in the middle on desktops. Escape, a click outside and the browser's Back close
 * it.
 */
export function Sheet({
  title,
  name,
  onClose,
  children,
  footer,
}: {
  readonly title: string;
  /** Name of the dialog, stored in the page's `data-sheet` attribute. */
  readonly name?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  const words = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const box = dialog.current;
    box?.showModal();
    return () => box?.close();
  }, []);
  const pressedOutside = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => closedByBack(() => close.current()), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a native dialog on Escape.
    <dialog
      ref={dialog}
      className="sheet"
      data-sheet={name}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        // A press that began inside the dialog does not close it. The person may have selected text, or the
        // page may have moved under the finger.
        if (event.target === dialog.current && pressedOutside.current) onClose();
      }}
    >
      <div className="sheethead">
        <h2 id={id}>{title}</h2>
        <button type="button" className="iconbtn" aria-label={words("button:close")} onClick={onClose}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll the text. */}
      <div className="body" tabIndex={0} role="document">
        {children}
      </div>
      {footer ? <div className="sheetfoot">{footer}</div> : null}
    </dialog>
  );
}
