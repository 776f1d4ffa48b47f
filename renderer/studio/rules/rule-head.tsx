import { useState } from "react";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { literalFrom, literalSaid } from "../blocks/literals.ts";
import { ChoiceField } from "../choice-field.tsx";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { objectOf } from "../step/step-file.ts";
import { TextPair } from "../step/text-pair.tsx";

type Edited = {
  /** Path of the rule's file. */
  readonly file: string;
  readonly drafting: Drafting;
};

/** The head of a rule: its title, its source, its answer if data is missing, and its first day. */
export function RuleHead({ file, drafting, mayEdit }: Edited & { readonly mayEdit: boolean }) {
  const words = useText();
  const title = String(objectOf(readFile(drafting.draft, file)).title);
  return (
    <section className="card card--pad gap12">
      <h2>{words("studio:rule.head")}</h2>
      <TextPair
        id="r-title"
        name={words("studio:text.title")}
        keys={[title]}
        drafting={drafting}
        mayEdit={mayEdit}
      />
      <TextPair
        id="r-source"
        name={words("studio:rule.source")}
        keys={[title.replace(/title$/, "source")]}
        drafting={drafting}
        mayEdit={mayEdit}
        optional
      />
      {mayEdit ? (
        <>
          <OnMissing file={file} drafting={drafting} />
          <FirstDay file={file} drafting={drafting} />
        </>
      ) : null}
    </section>
  );
}

/** The possible answers of a rule if data is missing. */
const ON_MISSING = ["ask", "refuse", "allow"] as const;

function OnMissing({ file, drafting }: Edited) {
  const words = useText();
  return (
    <ChoiceField
      id="r-onMissing"
      label={words("studio:rule.onMissing")}
      value={String(objectOf(readFile(drafting.draft, file)).onMissing)}
      choices={ON_MISSING.map((one) => [one, words(`studio:onMissing.${one}`)])}
      onValue={(value) => {
        const onMissing = ON_MISSING.find((one) => one === value);
        if (onMissing !== undefined)
          drafting.apply({ op: "set-rule", args: { rule: file, head: { onMissing } } });
      }}
    />
  );
}

/** The day from which a rule is in force. */
function FirstDay({ file, drafting }: Edited) {
  const words = useText();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      id="r-from"
      label={words("studio:rule.from")}
      hint={words("studio:blocks.like.date")}
      value={typed ?? literalSaid(objectOf(readFile(drafting.draft, file)).from ?? "")}
      onValue={(text) => {
        setTyped(text);
        const day = literalFrom(text, { kind: "date", decimals: 0 });
        if (day !== null && text.trim().length >= 8)
          drafting.apply({ op: "set-rule", args: { rule: file, head: { from: String(day) } } });
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
