import type { WidgetProps } from "@rjsf/utils";
import { type ReactNode, useEffect, useRef } from "react";
import { mayChoosePhotos } from "../../kit/native/may-choose-photos.ts";
import { useControl } from "./control.ts";
import { useUpload } from "./use-upload.ts";

/**
 * Returns the parts of a file field: its upload, its hidden file input, and a function that opens the file
 * chooser. The form stores only the file's reference. The field is validated once the file is stored.
 */
export function useFileField(
  { id, value, onChange }: Pick<WidgetProps, "id" | "value" | "onChange">,
  accept: string,
) {
  const { hints, settle, attributes, parts, pointer } = useControl(id);
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useUpload({
    value,
    accept,
    // The verification of definitions rejects file fields without a purpose.
    purpose: hints.purpose ?? "",
    onStored: (file) => {
      onChange(file);
      if (file !== undefined) settle();
    },
  });
  const { kind } = upload.state;
  const tell = useRef(parts.upload);
  tell.current = parts.upload;
  useEffect(() => {
    tell.current(pointer, kind === "sending" || kind === "failed" ? kind : null);
    return () => tell.current(pointer, null);
  }, [pointer, kind]);
  const input: ReactNode = (
    <input
      ref={chooser}
      id={`${id}-input`}
      className="sr"
      type="file"
      accept={accept}
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // Clearing the input allows the person to choose the same file again.
        event.target.value = "";
        if (file) void upload.send(file, file.name);
      }}
    />
  );
  return {
    hints,
    attributes,
    upload,
    input,
    choose: () => void mayChoosePhotos().then((may) => may && chooser.current?.click()),
  };
}
