import { FileText } from "lucide-react";
import { ok } from "../../engine/values/result.ts";
import { privateFile } from "../kit/api/private-file.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { saveFile } from "../kit/parts/save-file.ts";

/**
 * Downloads a document that only its owner and reviewers may see. It may be a PDF, which is never shown in the page.
 */
export function PrivateDocument({
  url,
  label,
  name,
}: {
  readonly url: string;
  readonly label: string;
  /** The name of the saved file, without its extension. */
  readonly name: string;
}) {
  const { run, busy } = useAction({
    call: async () => ok(await privateFile(url)),
    done: (content) => saveFile(content, `${name}.${content.type.split("/")[1] ?? "bin"}`),
  });
  return (
    <Button wide busy={busy} onClick={() => run(undefined)}>
      <FileText size={20} aria-hidden="true" /> {label}
    </Button>
  );
}
