import { type FormEvent, useState } from "react";
import { isEmail } from "../../engine/values/email.ts";
import { call, failureText } from "../api/client.ts";
import "../flow/flow.css";
import { Button, ButtonLink } from "../parts/button.tsx";
import { TextField } from "../parts/text-field.tsx";
import { TaskPage } from "../shell/pages.tsx";
import { useText } from "../text/i18n.ts";

/** Asks for a link to set a new password. The answer is the same for a known and an unknown address. */
export default function ForgotPassword() {
  const words = useText();
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "sending") return;
    if (!isEmail(email.trim())) {
      setError(words(email.trim() === "" ? "common:login.emailMissing" : "common:login.emailWrong"));
      document.getElementById("email")?.focus();
      return;
    }
    setState("sending");
    setError(null);
    const answer = await call("POST", "/auth/forget-password", { body: { email: email.trim() } });
    if (!answer.ok) setError(failureText(answer.error, words));
    setState(answer.ok ? "sent" : "asking");
  };
  if (state === "sent")
    return (
      <TaskPage
        title={words("common:forgot.title")}
        close="/"
        dock={
          <ButtonLink kind="main" wide href="/login">
            {words("button:logIn")}
          </ButtonLink>
        }
      >
        <h1 tabIndex={-1}>{words("common:forgot.sent")}</h1>
        <p className="mut">{words("common:forgot.sentText", { email: email.trim() })}</p>
      </TaskPage>
    );
  return (
    <TaskPage
      title={words("common:forgot.title")}
      back="/login"
      dock={
        <Button kind="main" wide type="submit" form="forgot" busy={state === "sending"}>
          {words("common:forgot.submit")}
        </Button>
      }
    >
      <h1 tabIndex={-1}>{words("common:forgot.title")}</h1>
      <p className="mut intro">{words("common:forgot.intro")}</p>
      <form id="forgot" noValidate onSubmit={(event) => void send(event)}>
        <TextField
          id="email"
          type="email"
          label={words("common:login.email")}
          autoComplete="email"
          autoCapitalize="none"
          value={email}
          error={error}
          onValue={setEmail}
        />
      </form>
    </TaskPage>
  );
}
