import type { WidgetProps } from "@rjsf/utils";
import { Download } from "lucide-react";
import type { FlowBackend } from "../../flow/flow-backend.ts";
import { textOf } from "../../flow/form/templates.tsx";
import { CodeInput } from "../../flow/widgets/code-input.tsx";
import { useControl } from "../../flow/widgets/control.ts";
import type { Enrolment } from "../../kit/api/answers.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { Button } from "../../kit/parts/button.tsx";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { FieldError } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Qr, qrPicture, useQr } from "../../kit/parts/qr.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { useText } from "../../kit/text/i18n.ts";
import { useMade } from "./use-made.ts";
import "./trade.css";

/**
 * Shows a key to scan or type into an authenticator app, and a field for the code that the app then shows.
 */
export function AuthenticatorWidget({ id, value, onChange }: WidgetProps) {
  const { parts, pointer, bad, error, leave } = useControl(id);
  const label = textOf(parts, pointer, "label") ?? "";
  const { made, problem } = useMade(makeKey);
  return (
    <>
      {problem !== null ? (
        <Note tone="loss" role="alert">
          {problem}
        </Note>
      ) : (
        <KeyToScan of={made} />
      )}
      <label htmlFor={`${id}-input`}>{label}</label>
      <CodeInput
        id={`${id}-input`}
        value={String(value ?? "")}
        oneTime
        bad={bad}
        describedBy={bad ? `${id}-error` : undefined}
        onChange={(digits) => onChange(digits === "" ? undefined : digits)}
        onBlur={leave}
      />
      <FieldError id={id} error={error?.text ?? null} />
    </>
  );
}

function makeKey(backend: FlowBackend) {
  return backend.make("/security/authenticator");
}

/** The key as a QR code, as a file, as a link to the app, and as text. */
function KeyToScan({ of }: { readonly of: Enrolment | null }) {
  const words = useText();
  const cells = useQr(of?.uri ?? null);
  const save = async () => {
    const picture = cells === null ? null : await qrPicture(cells, "Authenticator").catch(() => null);
    if (picture === null) return toast({ tone: "loss", text: words("my-account:authenticator.failed") });
    saveFile(picture, "authenticator.png");
    toast({ tone: "gain", text: words("my-account:authenticator.saved") });
  };
  return (
    <div className="qrbox">
      <Qr cells={cells} label={words("my-account:authenticator.alt")} />
      <div className="rowwrap">
        <Button small onClick={() => void save()}>
          <Download size={18} aria-hidden="true" /> {words("my-account:authenticator.save")}
        </Button>
        {of === null ? null : (
          <a className="link" href={of.uri}>
            {words("my-account:authenticator.open")}
          </a>
        )}
      </div>
      <p className="small">{words("my-account:authenticator.typed")}</p>
      {of === null ? null : (
        <p className="sunken row between authkey">
          <b translate="no" className="num" id="authenticator-key">
            {of.secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </b>
          <CopyButton text={of.secret} of={words("my-account:authenticator.typed")} />
        </p>
      )}
    </div>
  );
}
