import { Fingerprint } from "lucide-react";
import { useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { type Session, startSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type DeviceFault, mayUsePasskeys, provePasskey } from "./passkey.ts";

/** A button that logs in with a passkey. It is hidden where passkeys do not work. */
export function PasskeyButton({ onEntered }: { readonly onEntered: (session: Session) => void }) {
  const words = useText();
  const [fault, setFault] = useState<string | null>(null);
  const entering = useAction<undefined, Session | DeviceFault>({
    call: async () => {
      const begun = await call("POST", "/auth/passkey/start", { body: {} });
      if (!begun.ok) return begun;
      const proved = await provePasskey(begun.value);
      if (!proved.ok) return ok(proved.error);
      const entered = await call("POST", "/auth/passkey", { body: proved.value });
      if (!entered.ok) return entered;
      return ok(await startSession());
    },
    done: (came) => {
      if (typeof came === "string") setFault(words("access:passkeys.fault.log-in"));
      else onEntered(came);
    },
    failed: (failure) => setFault(failureText(failure, words)),
  });
  if (!mayUsePasskeys()) return null;
  return (
    <div className="shown">
      <Button
        wide
        busy={entering.busy}
        onClick={() => {
          setFault(null);
          entering.run(undefined);
        }}
      >
        {entering.busy ? null : <Fingerprint size={20} aria-hidden="true" />} {words("access:passkeys.logIn")}
      </Button>
      {fault === null ? null : (
        <p translate="no" className="err" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
