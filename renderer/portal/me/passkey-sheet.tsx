import { useState } from "react";
import { ok, type Result } from "../../../engine/values/result.ts";
import type { OtpSent, Passkeys } from "../../kit/api/answers.ts";
import { type ApiFailure, call, sendOnce } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type DeviceFault, makePasskey } from "../account/passkey.ts";

type One = Passkeys["passkeys"][number];

/** The task for which the dialog is open: to add, rename or remove a passkey. */
export type PasskeyTask =
  | { readonly kind: "make" }
  | { readonly kind: "rename" | "remove"; readonly of: One };

/** A dialog that adds, renames or removes a passkey. Adding and removing require a code first. */
export function PasskeySheet({
  task,
  proof,
  sending,
  onClose,
}: {
  readonly task: PasskeyTask;
  readonly proof: Passkeys["proof"];
  /** The state of the code sent by e-mail. */
  readonly sending: CodeByMail;
  readonly onClose: () => void;
}) {
  const words = useText();
  const about = `access:passkeys.${task.kind}`;
  const { name, setName, code, setCode, missing, doing, gaveUp, submit } = usePasskeyTask(task, onClose);
  const codeFault = doing.failed?.kind === "refused" && /^(code|two-factor)-wrong$/.test(doing.failed.code);
  return (
    <Sheet title={words(`${about}.title`)} onClose={onClose}>
      <form
        className="passkeysheet gap16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>{words(`${about}.text`)}</p>
        {task.kind === "remove" ? null : (
          <TextField
            id="passkey-name"
            label={words("access:passkeys.label")}
            maxLength={60}
            value={name}
            error={missing === "name" ? words("access:passkeys.labelMissing") : null}
            onValue={setName}
          />
        )}
        {task.kind === "rename" ? null : (
          <CodeQuestion
            proof={proof}
            sending={sending}
            value={code}
            error={missing === "code" ? words("access:passkeys.codeMissing") : codeFault ? doing.fault : null}
            onValue={setCode}
          />
        )}
        {doing.fault === null || codeFault ? null : <Fault text={doing.fault} />}
        {gaveUp === null ? null : <Fault text={words(`access:passkeys.fault.${gaveUp}`)} />}
        <Button kind={task.kind === "remove" ? "danger" : "main"} type="submit" wide busy={doing.busy}>
          {words(`${about}.go`)}
        </Button>
      </form>
    </Sheet>
  );
}

/**
 * Holds the typed name and code for a passkey task, the fields that are still missing, and the calls.
 * `gaveUp` is the reason why the device made no passkey.
 */
function usePasskeyTask(task: PasskeyTask, onClose: () => void) {
  const words = useText();
  const [name, setName] = useState(
    task.kind === "make" ? words(`access:passkeys.${thisDevice()}`) : task.of.name,
  );
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<"code" | "name" | null>(null);
  const [gaveUp, setGaveUp] = useState<DeviceFault | null>(null);
  const doing = useAction<undefined, unknown>({
    call: () => doTask(task, { name: name.trim(), code: code.trim() }),
    changes: ["/security", "/sessions"],
    done: (came) => {
      if (came === "given-up" || came === "there-already") return setGaveUp(came);
      toast({ tone: "gain", text: words(`access:passkeys.${task.kind}.done`) });
      onClose();
    },
    failed: "here",
  });
  const submit = () => {
    setGaveUp(null);
    const lacksCode = task.kind !== "rename" && code.trim() === "";
    const lacksName = task.kind !== "remove" && name.trim() === "";
    const lacks = lacksCode ? "code" : lacksName ? "name" : null;
    setMissing(lacks);
    if (lacks === null) doing.run(undefined);
  };
  return { name, setName, code, setCode, missing, doing, gaveUp, submit };
}

/** Adds, renames or removes a passkey. Returns the device's fault if the device made no passkey. */
async function doTask(
  task: PasskeyTask,
  { name, code }: { readonly name: string; readonly code: string },
): Promise<Result<unknown, ApiFailure>> {
  if (task.kind === "rename")
    return await call("POST", "/security/passkeys/{id}/name", { path: { id: task.of.id }, body: { name } });
  if (task.kind === "remove")
    return await sendOnce("/security/passkeys/{id}/remove", { path: { id: task.of.id }, body: { code } });
  const begun = await sendOnce("/security/passkeys/begin", { body: { code } });
  if (!begun.ok) return begun;
  const made = await makePasskey(begun.value);
  if (!made.ok) return ok(made.error);
  return await sendOnce("/security/passkeys", { body: { name, made: made.value } });
}

/** Asks for a code from the authenticator app, or for one sent by e-mail, which can be sent again. */
function CodeQuestion({
  proof,
  sending,
  value,
  error,
  onValue,
}: {
  readonly proof: Passkeys["proof"];
  readonly sending: CodeByMail;
  readonly value: string;
  readonly error: string | null;
  readonly onValue: (value: string) => void;
}) {
  const words = useText();
  const sent = sending.answer;
  return (
    <>
      <TextField
        id="passkey-code"
        label={words(`access:passkeys.code.${proof}`)}
        hint={
          sent === null ? null : words("access:passkeys.sent", { to: sent.to, reference: sent.reference })
        }
        inputMode={proof === "email" ? "numeric" : "text"}
        autoComplete="one-time-code"
        autoFocus
        value={value}
        error={error ?? sending.fault}
        onValue={onValue}
      />
      {proof === "email" ? (
        <Button small busy={sending.busy} onClick={() => sending.run(undefined)}>
          {words("access:passkeys.again")}
        </Button>
      ) : null}
    </>
  );
}

function Fault({ text }: { readonly text: string }) {
  return (
    <p translate="no" className="err" role="alert">
      {text}
    </p>
  );
}

type CodeByMail = ReturnType<typeof useCodeByMail>;

/**
 * Holds the state of the code by e-mail that a person needs to add or remove a passkey, and sends this code.
 */
export function useCodeByMail() {
  return useAction<undefined, OtpSent>({
    call: () => call("POST", "/auth/send-otp", { body: { channel: "email", action: "passkey" } }),
    failed: "here",
  });
}

/** Returns the kind of this device, which is the default name of its passkey. */
function thisDevice(): "phone" | "computer" {
  return matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
}
