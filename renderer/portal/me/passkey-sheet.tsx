import { useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { OtpSent, Passkeys } from "../../kit/api/answers.ts";
import { call, sendOnce } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type DeviceFault, makePasskey } from "../account/passkey.ts";

type One = Passkeys["passkeys"][number];

/** What to do with a passkey. */
export type PasskeyTask =
  | { readonly kind: "make" }
  | { readonly kind: "rename" | "remove"; readonly of: One };

/** Adds, renames or removes a passkey; adding and removing ask for a code first. */
export function PasskeySheet({
  task,
  proof,
  sending,
  onClose,
}: {
  readonly task: PasskeyTask;
  readonly proof: Passkeys["proof"];
  /** The state of the code sent by e-mail. */
  readonly sending: ReturnType<typeof useCodeByMail>;
  readonly onClose: () => void;
}) {
  const words = useText();
  const about = `access:passkeys.${task.kind}`;
  const asksCode = task.kind !== "rename";
  const asksName = task.kind !== "remove";
  const [name, setName] = useState(
    task.kind === "make" ? words(`access:passkeys.${thisDevice()}`) : task.of.name,
  );
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<"code" | "name" | null>(null);
  const [gaveUp, setGaveUp] = useState<DeviceFault | null>(null);
  const doing = useAction<undefined, unknown>({
    call: async () => {
      if (task.kind === "rename")
        return await call("POST", "/security/passkeys/{id}/name", {
          path: { id: task.of.id },
          body: { name: name.trim() },
        });
      if (task.kind === "remove")
        return await sendOnce("/security/passkeys/{id}/remove", {
          path: { id: task.of.id },
          body: { code: code.trim() },
        });
      const begun = await sendOnce("/security/passkeys/begin", { body: { code: code.trim() } });
      if (!begun.ok) return begun;
      const made = await makePasskey(begun.value);
      if (!made.ok) return ok(made.error);
      return await sendOnce("/security/passkeys", { body: { name: name.trim(), made: made.value } });
    },
    changes: ["/security", "/sessions"],
    done: (came) => {
      if (came === "given-up" || came === "there-already") return setGaveUp(came);
      toast({ tone: "gain", text: words(`${about}.done`) });
      onClose();
    },
    failed: "here",
  });
  const codeFault = doing.failed?.kind === "refused" && /^(code|two-factor)-wrong$/.test(doing.failed.code);
  return (
    <Sheet title={words(`${about}.title`)} onClose={onClose}>
      <form
        className="passkeysheet gap16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setGaveUp(null);
          const lacks =
            asksCode && code.trim() === "" ? "code" : asksName && name.trim() === "" ? "name" : null;
          setMissing(lacks);
          if (lacks === null) doing.run(undefined);
        }}
      >
        <p>{words(`${about}.text`)}</p>
        {asksName ? (
          <TextField
            id="passkey-name"
            label={words("access:passkeys.label")}
            maxLength={60}
            value={name}
            error={missing === "name" ? words("access:passkeys.labelMissing") : null}
            onValue={setName}
          />
        ) : null}
        {asksCode ? (
          <TextField
            id="passkey-code"
            label={words(`access:passkeys.code.${proof}`)}
            hint={
              sending.answer === null
                ? null
                : words("access:passkeys.sent", {
                    to: sending.answer.to,
                    reference: sending.answer.reference,
                  })
            }
            inputMode={proof === "email" ? "numeric" : "text"}
            autoComplete="one-time-code"
            autoFocus
            value={code}
            error={
              missing === "code"
                ? words("access:passkeys.codeMissing")
                : codeFault
                  ? doing.fault
                  : sending.fault
            }
            onValue={setCode}
          />
        ) : null}
        {asksCode && proof === "email" ? (
          <Button small busy={sending.busy} onClick={() => sending.run(undefined)}>
            {words("access:passkeys.again")}
          </Button>
        ) : null}
        {doing.fault === null || codeFault ? null : (
          <p translate="no" className="err" role="alert">
            {doing.fault}
          </p>
        )}
        {gaveUp === null ? null : (
          <p translate="no" className="err" role="alert">
            {words(`access:passkeys.fault.${gaveUp}`)}
          </p>
        )}
        <Button kind={task.kind === "remove" ? "danger" : "main"} type="submit" wide busy={doing.busy}>
          {words(`${about}.go`)}
        </Button>
      </form>
    </Sheet>
  );
}

/** Sends the code for adding and removing a passkey. */
export function useCodeByMail() {
  return useAction<undefined, OtpSent>({
    call: () => call("POST", "/auth/send-otp", { body: { channel: "email", action: "passkey" } }),
    failed: "here",
  });
}

/** The default name of this device's passkey. */
function thisDevice(): "phone" | "computer" {
  return matchMedia("(pointer: coarse)").matches ? "phone" : "computer";
}
