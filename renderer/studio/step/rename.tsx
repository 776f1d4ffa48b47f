import { useEffect, useMemo, useState } from "react";
import { edit, type Operation } from "../../../engine/edits/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";

/** Why a name cannot be used: `fixed` if the old name is published and must stay. */
export type NameFault = "fixed" | "taken" | "badQuestion" | "badStep" | "other";

/** An operation that gives a question or a step another name. */
type Renaming = Extract<Operation, { readonly op: "rename-question" | "rename-step" }>;

/** Returns why a draft rejects another name; `null` if the name can be used. */
export function nameFault(
  { draft, base }: Pick<Drafting, "draft" | "base">,
  renaming: Renaming,
): NameFault | null {
  const made = edit(draft, renaming, { published: base });
  if (made.ok) return null;
  switch (made.error.code) {
    case "edit-published":
      return "fixed";
    case "edit-already-there":
      return "taken";
    case "edit-bad-name":
      return renaming.op === "rename-step" ? "badStep" : "badQuestion";
    default:
      return "other";
  }
}

/**
 * A field that renames the stored name of an answer. A published name is shown with the reason why it must
 * stay.
 */
export function Rename({
  id,
  name,
  renaming,
  drafting,
  onRenamed,
}: {
  readonly id: string;
  readonly name: string;
  /** Returns the operation that gives the question or step another name. */
  readonly renaming: (to: string) => Renaming;
  readonly drafting: Drafting;
  readonly onRenamed: (to: string) => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<NameFault | null>(null);
  const { draft, base } = drafting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renaming` is made again on each render.
  const isFixed = useMemo(() => nameFault({ draft, base }, renaming(name)) === "fixed", [draft, base, name]);
  useEffect(() => {
    setTyped(name);
    setFault(null);
  }, [name]);
  useEffect(() => {
    if (fault !== null) document.getElementById(`${id}-error`)?.scrollIntoView({ block: "nearest" });
  }, [fault, id]);
  const field = { id, label: words("studio:rename.name") };
  if (isFixed)
    return (
      <TextField {...field} hint={words("studio:rename.fixed")} value={name} readOnly onValue={() => {}} />
    );
  const rename = () => {
    const to = typed.trim();
    const found = nameFault(drafting, renaming(to));
    setFault(found);
    if (found !== null) document.getElementById(id)?.focus();
    else if (drafting.apply(renaming(to))) onRenamed(to);
  };
  return (
    <div className="rowwrap">
      <div className="grow">
        <TextField
          {...field}
          hint={words("studio:rename.hint")}
          value={typed}
          error={fault === null ? null : words(`studio:rename.${fault}`)}
          onValue={(value) => {
            setTyped(value);
            setFault(null);
          }}
        />
      </div>
      <Button small disabled={typed.trim() === "" || typed === name} onClick={rename}>
        {words("studio:rename.do")}
      </Button>
    </div>
  );
}
