import type { RefObject } from "react";

/** The file input behind a button, which opens it through `chooser`. The same file can be chosen again. */
export function CsvChooser({
  chooser,
  onFile,
}: {
  readonly chooser: RefObject<HTMLInputElement | null>;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      ref={chooser}
      className="sr"
      type="file"
      accept=".csv,text/csv"
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
