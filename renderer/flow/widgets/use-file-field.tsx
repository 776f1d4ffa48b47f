import type { WidgetProps } from "@rjsf/utils";
import { type ReactNode, useEffect, useRef } from "react";
import { mayChoosePhotos } from "../../kit/native/may-choose-photos.ts";
import { FileInput } from "../../kit/parts/file-input.tsx";
import { useControl } from "./control.ts";
import { useUpload } from "./use-upload.ts";

/**
 * A file field: its upload, the hidden file input, and how to open it. The form stores only the file's reference; the
 * field is validated once a file is stored.
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
    // Verification rejects file fields without a purpose.
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
    <FileInput
      id={`${id}-input`}
      chooser={chooser}
      accept={accept}
      onFile={(file) => void upload.send(file, file.name)}
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
