import type { WidgetProps } from "@rjsf/utils";
import { Download } from "lucide-react";
import type { FlowBackend } from "../../flow/flow-backend.ts";
import { ConsentWidget } from "../../flow/widgets/consent-widgets.tsx";
import { useSession } from "../../kit/api/session.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Button } from "../../kit/parts/button.tsx";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { Skeleton } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { useMade } from "./use-made.ts";
import "./trade.css";

/**
 * Shows recovery codes once, so that the person can save them. With a checkbox, the person confirms that the
 * codes are saved.
 */
export function RecoveryCodesWidget(props: WidgetProps) {
  const words = useText();
  const session = useSession();
  const { made, problem } = useMade(makeCodes);
  const codes = made?.codes ?? null;
  const text = (codes ?? []).join("\n");
  const save = () => {
    const about = words("my-account:recovery.file", {
      brand: brandFacts().name,
      email: session?.user?.email ?? "",
    });
    saveFile(new Blob([`${about}\n\n${text}\n`], { type: "text/plain" }), "recovery-codes.txt");
    toast({ tone: "gain", text: words("my-account:recovery.saved") });
  };
  if (problem !== null)
    return (
      <Note tone="loss" role="alert">
        {problem}
      </Note>
    );
  return (
    <>
      {codes === null ? (
        <Skeleton height="180px" />
      ) : (
        <div className="gap12">
          <ol
            translate="no"
            className="sunken recoverycodes num"
            aria-label={words("my-account:recovery.list")}
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
          <div className="rowwrap">
            <Button small onClick={save}>
              <Download size={18} aria-hidden="true" /> {words("my-account:recovery.save")}
            </Button>
            <CopyButton text={text} of={words("my-account:recovery.list")} />
          </div>
        </div>
      )}
      <div className="field">
        <ConsentWidget {...props} />
      </div>
    </>
  );
}

function makeCodes(backend: FlowBackend) {
  return backend.make("/security/recovery-codes");
}
