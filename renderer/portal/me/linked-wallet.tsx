import { Wallet } from "lucide-react";
import { useState } from "react";
import { sendOnce } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { OwnerDialog } from "../account/owner-dialog.tsx";

/** The wallet linked for log-in, with a Remove button. */
export function LinkedWallet({ wallet }: { readonly wallet: string }) {
  const words = useText();
  const [isAsking, setAsking] = useState(false);
  const removing = useAction<undefined, unknown>({
    call: () => sendOnce("/security/wallet/remove", { body: {} }),
    changes: ["/security", "/sessions"],
    said: () => words("my-account:security.wallet.remove.done"),
    failed: "here",
  });
  return (
    <section className="card row" aria-label={words("my-account:security.wallet.label")}>
      <span className="ava">
        <Wallet size={22} aria-hidden="true" />
      </span>
      <span className="grow">
        <b>{words("my-account:security.wallet.label")}</b>
        <br />
        <small>{words("my-account:security.wallet.on", { wallet })}</small>
      </span>
      <Button small onClick={() => setAsking(true)}>
        {words("my-account:security.wallet.removeIt")}
      </Button>
      {isAsking ? (
        <Sheet title={words("my-account:security.wallet.remove.title")} onClose={() => setAsking(false)}>
          <div className="gap16">
            <p>{words("my-account:security.wallet.remove.text")}</p>
            {removing.fault === null ? null : (
              <p className="err" role="alert">
                {removing.fault}
              </p>
            )}
            <Button kind="danger" wide busy={removing.busy} onClick={() => removing.run(undefined)}>
              {words("my-account:security.wallet.remove.go")}
            </Button>
          </div>
        </Sheet>
      ) : null}
      <OwnerDialog />
    </section>
  );
}
