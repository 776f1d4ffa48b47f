import type { RefObject } from "react";

/** File types of a comma-separated table. */
export const CSV_TYPES = ".csv,text/csv";

/**
 * The hidden file input behind a button, which opens it through `chooser`. Resets its value, so that the same file can
 * be chosen again.
 */
export function FileChooser({
  chooser,
  accept,
  onFile,
}: {
  readonly chooser: RefObject<HTMLInputElement | null>;
  /** The accepted types, as in the attribute of the input. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      ref={chooser}
      className="sr"
      type="file"
      accept={accept}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const file = event.target.files?.[0];
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
