import { useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import "../../flow/flow.css";
import type { PhoneLink } from "../../kit/api/answers.ts";
import { type ApiFailure, call, failureText } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { Timeline } from "../../kit/parts/timeline.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { LinkOutcome } from "./link-outcome.tsx";

/** The state of the link. `working`: the server has not answered yet. `failed`: the call failed. */
type Link =
  | { readonly kind: "working" | "void" | "done" }
  | { readonly kind: "failed"; readonly failure: ApiFailure }
  | { readonly kind: "good"; readonly numbers: PhoneLink };

/**
 * The page that opens from the link in the e-mail about a changed phone number. It shows what would be
 * undone, and undoes the change when the person presses the button.
 */
export default function UndoPhone() {
  const words = useText();
  const { token = "" } = useSearch({ strict: false }) as { token?: string };
  const [link, setLink] = useState<Link>({ kind: "working" });
  const look = useCallback(async () => {
    setLink({ kind: "working" });
    const answer = await call("POST", "/auth/undo-phone/verify", { body: { token } });
    // Some mail programs cut the link in two. A link that is cut does not work.
    if (!answer.ok && answer.error.kind === "refused" && answer.error.code === "not-valid")
      setLink({ kind: "void" });
    else if (!answer.ok) setLink({ kind: "failed", failure: answer.error });
    else setLink(answer.value === null ? { kind: "void" } : { kind: "good", numbers: answer.value });
  }, [token]);
  useEffect(() => void look(), [look]);
  switch (link.kind) {
    case "working":
      return (
        <TaskPage title={words("access:undoPhone.title")}>
          <LoadingShape rows={2} />
        </TaskPage>
      );
    case "failed":
      return (
        <TaskPage title={words("access:undoPhone.title")} close="/">
          <ErrorState error={link.failure} retry={() => void look()} />
        </TaskPage>
      );
    case "void":
      return <Void />;
    case "good":
      return <Undo token={token} numbers={link.numbers} onEnd={(kind) => setLink({ kind })} />;
    case "done":
      return <Done />;
  }
}

const EFFECTS = ["number", "devices", "money"] as const;

function Undo({
  token,
  numbers,
  onEnd,
}: {
  readonly token: string;
  readonly numbers: PhoneLink;
  readonly onEnd: (kind: "done" | "void") => void;
}) {
  const words = useText();
  const [error, setError] = useState<string | null>(null);
  const undoing = useAction({
    call: () => call("POST", "/auth/undo-phone", { body: { token } }),
    done: () => onEnd("done"),
    failed: (failure) =>
      failure.kind === "refused" && failure.code === "link-invalid"
        ? onEnd("void")
        : setError(failureText(failure, words)),
  });
  return (
    <TaskPage
      title={words("access:undoPhone.title")}
      close="/"
      dock={
        <>
          <Button kind="main" wide busy={undoing.busy} onClick={() => undoing.run(undefined)}>
            {words("access:undoPhone.submit")}
          </Button>
          <ButtonLink kind="plain" wide href="/">
            {words("access:undoPhone.keep")}
          </ButtonLink>
        </>
      }
    >
      <h1 tabIndex={-1}>{words("access:undoPhone.title")}</h1>
      {error === null ? null : (
        <div className="shown">
          <Note tone="loss" role="alert">
            {error}
          </Note>
        </div>
      )}
      <Numbers of={numbers} />
      <p className="shown">{words("access:undoPhone.intro")}</p>
      <Timeline
        of={EFFECTS.map((effect) => ({
          key: effect,
          state: "later",
          title: words(`access:undoPhone.effects.${effect}`),
        }))}
      />
    </TaskPage>
  );
}

/** The number that is restored, and the number that is removed. */
function Numbers({ of }: { readonly of: PhoneLink }) {
  const words = useText();
  return (
    <div className="card card--pad shown">
      <Pairs
        of={[
          { key: "former", label: words("access:undoPhone.former"), value: of.former, look: "strong" },
          ...(of.present === null
            ? []
            : [{ key: "present", label: words("access:undoPhone.present"), value: of.present }]),
        ]}
      />
    </div>
  );
}

function Done() {
  const words = useText();
  return (
    <LinkOutcome
      title={words("access:undoPhone.done")}
      good
      heading={words("access:undoPhone.done")}
      main={{ href: "/forgot-password", label: words("access:undoPhone.newPassword") }}
      other={{ href: "/login", label: words("button:logIn") }}
    >
      {words("access:undoPhone.doneText")}
    </LinkOutcome>
  );
}

function Void() {
  const words = useText();
  const { phone } = brandFacts();
  return (
    <LinkOutcome
      title={words("access:undoPhone.title")}
      good={false}
      heading={words("common:verify.failed")}
      main={{ href: `tel:${phone}`, label: words("common:suspended.button", { phone }) }}
      other={{ href: "/contact", label: words("access:undoPhone.contact") }}
    >
      {words("access:undoPhone.failedText")}
    </LinkOutcome>
  );
}
