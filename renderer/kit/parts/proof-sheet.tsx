import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { sendOnce } from "../api/client.ts";
import { askFactorWith } from "../api/factor.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "./button.tsx";
import { TextField } from "./fields.tsx";
import { Sheet } from "./sheet.tsx";

/**
 * A question for a proof of identity that the person has not answered yet, with the callback for its result.
 */
export type ProofAsked<About> = { readonly about: About; readonly answer: (proved: boolean) => void };

/**
 * While its component is mounted, asks for a proof of identity whenever a call needs one. Returns the
 * question to show, or `null`. `look` loads the data that the question shows, and returns `null` if the proof
 * cannot be asked for.
 */
export function useProofAsked<About>(look: () => Promise<About | null>): ProofAsked<About> | null {
  const [asked, setAsked] = useState<ProofAsked<About> | null>(null);
  const ask = useEffectEvent(async () => {
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
  });
  useEffect(() => askFactorWith(() => ask()), []);
  return asked;
}

/**
 * A dialog that asks for the code that proves the person's identity. Once the code is correct, the action
 * that the person started continues.
 */
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
  /** Error text if nothing was typed. */
  readonly missing: string;
  readonly field: Omit<ComponentProps<typeof TextField>, "value" | "error" | "onValue" | "autoFocus">;
  /** Error text of a rejected code. */
  readonly fault?: string | null;
  /** Content shown above the button. */
  readonly above?: ReactNode;
  readonly go: ReactNode;
  readonly answer: (proved: boolean) => void;
}) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const proving = useAction({
    call: (typed: string) => sendOnce("/security/factor", { body: { code: typed } }),
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
