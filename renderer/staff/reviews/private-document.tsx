import { FileText } from "lucide-react";
import { useState } from "react";
import { privateFile } from "../../kit/api/private-file.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { useText } from "../../kit/text/i18n.ts";

/** A paper that only its owner and reviewers may have, to download: it may be a PDF, which is never shown in the page. */
export function PrivateDocument({
  url,
  label,
  name,
}: {
  readonly url: string;
  readonly label: string;
  /** What the saved file is called, without its ending. */
  readonly name: string;
}) {
  const words = useText();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const content = await privateFile(url);
      saveFile(content, `${name}.${content.type.split("/")[1] ?? "bin"}`);
    } catch {
      toast({ tone: "loss", text: words("common:error.generic") });
    }
    setBusy(false);
  };
  return (
    <Button wide busy={busy} onClick={() => void download()}>
      <FileText size={20} aria-hidden="true" /> {label}
    </Button>
  );
}
