import { Download, FileText } from "lucide-react";
import { useEffect, useState } from "react";
import { ok } from "../../engine/values/result.ts";
import { privateFile } from "../kit/api/private-file.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { saveFile } from "../kit/parts/save-file.ts";
import { Sheet } from "../kit/parts/sheet.tsx";
import { useText } from "../kit/text/i18n.ts";

/**
 * Opens a document that only its owner and the reviewers may see. A picture is shown in the page, so that no
 * copy stays on the colleague's computer. A PDF is never shown in the page; it is saved.
 */
export function PrivateDocument({
  url,
  label,
  name,
}: {
  readonly url: string;
  readonly label: string;
  /** Name of the saved file, without its extension. */
  readonly name: string;
}) {
  const [picture, setPicture] = useState<Blob | null>(null);
  const save = (content: Blob) => saveFile(content, `${name}.${content.type.split("/")[1] ?? "bin"}`);
  const { run, busy } = useAction({
    call: async () => ok(await privateFile(url)),
    done: (content) => (content.type.startsWith("image/") ? setPicture(content) : save(content)),
  });
  return (
    <>
      <Button wide busy={busy} onClick={() => run(undefined)}>
        <FileText size={20} aria-hidden="true" /> {label}
      </Button>
      {picture === null ? null : (
        <Picture of={picture} label={label} onSave={() => save(picture)} onClose={() => setPicture(null)} />
      )}
    </>
  );
}

function Picture({
  of,
  label,
  onSave,
  onClose,
}: {
  readonly of: Blob;
  readonly label: string;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const words = useText();
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(of);
    setSrc(made);
    return () => URL.revokeObjectURL(made);
  }, [of]);
  return (
    <Sheet
      title={label}
      onClose={onClose}
      footer={
        <Button wide onClick={onSave}>
          <Download size={20} aria-hidden="true" /> {words("staff:savePicture")}
        </Button>
      }
    >
      {src === null ? null : <img className="photo" src={src} alt={label} />}
    </Sheet>
  );
}
