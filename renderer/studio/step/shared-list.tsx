import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { NamedButton } from "../named-button.tsx";
import { wordFor } from "./new-question.ts";
import { EMPTY_PAIR, isFilled, type Pair, PairFields, trimmed } from "./pair-fields.tsx";
import { sameNames } from "./same-choice.ts";
import { listOf, objectOf } from "./step-file.ts";

/** A shared list that may grow, such as banks or topics. Its members can be added, removed and reordered. */
export function SharedList({ list, drafting }: { readonly list: string; readonly drafting: Drafting }) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const content = objectOf(readFile(draft, `schemas/common/${list}.json`));
  if (content.openList !== true) return null;
  const members = listOf(content.enum).map(String);
  const nameOf = (value: string) => textOfDraft(draft, lng, `form:common.${list}.options.${value}`) ?? value;
  return (
    <details>
      <summary>{words("studio:list.title", { count: members.length })}</summary>
      <p className="small">{words("studio:list.text")}</p>
      <ul className="ways">
        {members.map((member, at) => (
          <li key={member} className="way rowwrap">
            <span className="grow">{nameOf(member)}</span>
            {at > 0 ? (
              <NamedButton
                says={words("studio:list.up")}
                name={nameOf(member)}
                onClick={() =>
                  apply({ op: "move-member", args: { list, value: member, before: members[at - 1] ?? null } })
                }
              />
            ) : null}
            <NamedButton
              says={words("studio:blocks.remove")}
              name={nameOf(member)}
              disabled={members.length === 1}
              onClick={() => apply({ op: "remove-member", args: { list, value: member } })}
            />
          </li>
        ))}
      </ul>
      <AddMember list={list} members={members} pattern={content.pattern} drafting={drafting} />
    </details>
  );
}

/** A form that adds a member to a shared list: its name, and its code if the list needs one. */
function AddMember({
  list,
  members,
  pattern,
  drafting,
}: {
  readonly list: string;
  readonly members: readonly string[];
  /** Pattern that the list's codes must match, if there is one. */
  readonly pattern: Json | undefined;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const [added, setAdded] = useState(EMPTY_PAIR);
  const [code, setCode] = useState("");
  const same = sameNames(added, namesOf(drafting.draft, list, members));
  const own = wordFor(added.en, members);
  // Answers store a code for each member. The code is made from the English name. If the list has short
  // codes, or if the name does not fit the pattern, the person must type the code.
  const isWord = typeof pattern !== "string" || own === "" || new RegExp(pattern, "u").test(own);
  const needsCode = !isWord || members.every((one) => one.length <= 3);
  const value = needsCode ? code.trim().toUpperCase() : own;
  const isTaken = members.includes(value);
  return (
    <div className="gap12">
      <PairFields
        id={`list-${list}`}
        name={words("studio:choices.new")}
        value={added}
        same={same}
        onValue={setAdded}
      />
      {needsCode ? (
        <TextField
          id={`list-${list}-code`}
          label={words("studio:list.code")}
          value={code}
          error={isTaken ? words("studio:choices.sameCode") : null}
          onValue={setCode}
        />
      ) : null}
      <Button
        small
        disabled={!isFilled(added) || value === "" || isTaken || same.length > 0}
        onClick={() => {
          if (!drafting.apply({ op: "add-member", args: { list, value, ...trimmed(added) } })) return;
          setAdded(EMPTY_PAIR);
          setCode("");
        }}
      >
        {words("studio:add.choice")}
      </Button>
    </div>
  );
}

/** Returns the names of a shared list's members in both languages. */
function namesOf(draft: Drafting["draft"], list: string, members: readonly string[]): readonly Pair[] {
  return members.map((member) => {
    const key = `form:common.${list}.options.${member}`;
    return { th: textOfDraft(draft, "th", key) ?? "", en: textOfDraft(draft, "en", key) ?? "" };
  });
}
