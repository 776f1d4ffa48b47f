import type { RefObject } from "react";

/** The hidden file input behind a button. The button opens it with `chooser.current?.click()`. */
export function FileInput({
  chooser,
  accept,
  onFile,
  id,
}: {
  readonly chooser: RefObject<HTMLInputElement | null>;
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly id?: string;
}) {
  return (
    <input
      ref={chooser}
      id={id}
      className="sr"
      type="file"
      accept={accept}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Allows choosing the same file again.
        event.target.value = "";
        if (file) onFile(file);
      }}
    />
  );
}
