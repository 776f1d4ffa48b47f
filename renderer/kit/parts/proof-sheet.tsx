import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { sendOnce } from "../api/client.ts";
import { askFactorWith } from "../api/factor.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";
import { Sheet } from "./sheet.tsx";

/** What is asked, and how it is said whether it was proved. */
export type ProofAsked<About> = { readonly about: About; readonly answer: (proved: boolean) => void };

/**
 * Answers calls that want it proved again who is there, while its component is shown: `null` while none does. `look` finds out what
 * has to be known for the question; `null` where it cannot be asked.
 */
export function useProofAsked<About>(look: () => Promise<About | null>): ProofAsked<About> | null {
  const [asked, setAsked] = useState<ProofAsked<About> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked the same way as long as it is shown.
  useEffect(
    () =>
      askFactorWith(async () => {
        const about = await look();
        if (about === null) return false;
        return await new Promise<boolean>((done) => {
          setAsked({
            about,
            answer: (proved) => {
              setAsked(null);
              done(proved);
            },
          });
        });
      }),
    [],
  );
  // Whoever leaves the page has not proved it.
  useEffect(() => () => asked?.answer(false), [asked]);
  return asked;
}

/** Asks for the code that proves it; what was pressed goes on once it was right. */
export function ProofSheet({
  title,
  text,
  missing,
  field,
  fault = null,
  above,
  go,
  answer,
}: {
  readonly title: string;
  readonly text: string;
  /** What is said where nothing was typed. */
  readonly missing: string;
  readonly field: Omit<ComponentProps<typeof TextField>, "value" | "error" | "onValue" | "autoFocus">;
  /** What else is wrong. */
  readonly fault?: string | null;
  /** Stands above the button. */
  readonly above?: ReactNode;
  readonly go: ReactNode;
  readonly answer: (proved: boolean) => void;
}) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const proving = useAction({
    call: (typed: string) => sendOnce("/security/factor", { code: typed }),
    done: () => answer(true),
    failed: "here",
  });
  return (
    <Sheet title={title} onClose={() => answer(false)}>
      <form
        className="gap16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = code.trim();
          setMissing(typed === "");
          if (typed !== "") proving.run(typed);
        }}
      >
        <p>{text}</p>
        <TextField
          {...field}
          autoFocus
          value={code}
          error={isMissing ? missing : (proving.fault ?? fault)}
          onValue={setCode}
        />
        {above}
        <Button kind="main" type="submit" wide busy={proving.busy}>
          {go}
        </Button>
      </form>
    </Sheet>
  );
}
