import { useSearch } from "@tanstack/react-router";
import { CircleCheck, CircleX } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../api/client.ts";
import { startSession, useSession } from "../api/session.ts";
import { ButtonLink } from "../parts/button.tsx";
import { TaskPage } from "../shell/pages.tsx";
import { toast } from "../shell/toast-store.ts";
import { t, useText } from "../text/i18n.ts";

// A token works once: the same one is sent once, however often the page is drawn.
const asked = new Map<string, Promise<boolean>>();

/** The link of the confirmation e-mail. */
export default function Verify() {
  const words = useText();
  const session = useSession();
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const [good, setGood] = useState<boolean | null>(null);
  useEffect(() => {
    let here = true;
    void confirm(token).then((result) => here && setGood(result));
    return () => {
      here = false;
    };
  }, [token]);
  const title = words(
    good === null ? "common:verify.working" : good ? "common:verify.done" : "common:verify.failed",
  );
  const Sign = good ? CircleCheck : CircleX;
  return (
    <TaskPage
      title={title}
      close="/"
      dock={
        good === null ? undefined : good ? (
          <ButtonLink kind="main" wide href={session ? "/kyc" : "/login?next=/kyc"}>
            {words("common:verify.next")}
          </ButtonLink>
        ) : (
          <>
            <ButtonLink kind="main" wide href="/confirm-email">
              {words("common:verify.again")}
            </ButtonLink>
            <ButtonLink kind="plain" wide href="/login">
              {words("button:logIn")}
            </ButtonLink>
          </>
        )
      }
    >
      {good === null ? (
        <p className="row mut" role="status">
          <span className="spin" aria-hidden="true" /> {title}
        </p>
      ) : (
        <>
          <span className={good ? "ava ava--round ava--gain" : "ava ava--round ava--warn"}>
            <Sign size={26} aria-hidden="true" />
          </span>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="mut">{words(good ? "common:verify.doneText" : "common:verify.failedText")}</p>
        </>
      )}
    </TaskPage>
  );
}

function confirm(token: string): Promise<boolean> {
  const known = asked.get(token);
  if (known) return known;
  const asking = call("POST", "/auth/verify", { body: { token } }).then(async (answer) => {
    if (answer.ok) {
      toast({ tone: "gain", text: t("common:verify.done") });
      await startSession();
    }
    if (!answer.ok && answer.error.kind === "offline") asked.delete(token);
    return answer.ok;
  });
  asked.set(token, asking);
  return asking;
}
