import { Plus } from "lucide-react";
import { useState } from "react";
import type { ConditionPlace } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/verify/words/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { NamedButton } from "../named-button.tsx";
import { type Block, blockOf, type Comparison, comparisonOf, isPlace, limitAt } from "./block.ts";
import { ComparisonForm } from "./comparison-form.tsx";
import type { Readable } from "./readable.ts";

type Around = {
  readonly place: ConditionPlace;
  /** Returns the sentence of the block at a pointer; `undefined` while the block is incomplete. */
  readonly sayOf: (at: string) => Words | undefined;
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
  /** Called when a number in a condition was changed, because texts may still contain the old number. */
  readonly onLimit?: (() => void) | undefined;
};

/** A condition as blocks with their sentences. Each change is one edit operation. */
export function ConditionBlocks({
  at = "",
  logic,
  ...around
}: Around & {
  /** JSON pointer of the condition inside the rule logic. */
  readonly at?: string;
  readonly logic: Json;
}) {
  const words = useText();
  const root = blockOf(logic, at);
  return (
    <div className="blocks">
      <OneBlock of={root} isRoot around={around} />
      {around.mayEdit && root.kind !== "group" ? (
        <div className="rowwrap">
          {(["and", "or"] as const).map((joined) => (
            <Adds
              key={joined}
              at={at}
              joined={joined}
              name={words(`studio:blocks.also-${joined}`)}
              around={around}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}

type Within = { readonly around: Around };

function OneBlock({
  of,
  isRoot = false,
  around,
}: Within & { readonly of: Block; readonly isRoot?: boolean }) {
  const words = useText();
  const { place, mayEdit, drafting } = around;
  if (of.kind === "group")
    return (
      <fieldset className="blockgroup">
        <legend className="sr">{words(`studio:blocks.${of.joined}`)}</legend>
        {mayEdit ? (
          <SelectField
            id={idOf(place, of.at, "joined")}
            label={words("studio:blocks.joined")}
            labelHidden
            value={of.joined}
            onValue={(joined) =>
              drafting.apply({
                op: "set-block",
                args: { place, at: of.at, logic: { [joined]: of.logic } },
              })
            }
          >
            <option value="and">{words("studio:blocks.and")}</option>
            <option value="or">{words("studio:blocks.or")}</option>
          </SelectField>
        ) : (
          <p>
            <b>{words(`studio:blocks.${of.joined}`)}</b>
          </p>
        )}
        <ul>
          {of.parts.map((part) => (
            <li key={part.at}>
              <OneBlock of={part} around={around} />
            </li>
          ))}
        </ul>
        {mayEdit ? (
          <Adds at={of.at} joined={of.joined} name={words("studio:blocks.add")} around={around} />
        ) : null}
        {mayEdit && !isRoot ? <Remove at={of.at} around={around} /> : null}
      </fieldset>
    );
  if (of.kind === "not" && of.part.kind === "group")
    return (
      <fieldset className="blockgroup">
        <legend>{words("studio:blocks.not")}</legend>
        <OneBlock of={of.part} isRoot around={around} />
        {mayEdit && !isRoot ? <Remove at={of.at} around={around} /> : null}
      </fieldset>
    );
  return <Leaf of={of} isRoot={isRoot} around={around} />;
}

function Leaf({ of, isRoot, around }: Within & { readonly of: Block; readonly isRoot: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const { place, sayOf, readable, mayEdit } = around;
  const [isOpen, setOpen] = useState(false);
  // A condition that consists of a whole rule shows the rule's title.
  const ruled = of.kind === "rule" ? readable.rules.find(({ id }) => id === of.rule)?.title : undefined;
  const said = sayOf(of.at)?.[lng] ?? ruled;
  const comparison = of.kind === "compare" ? of : null;
  return (
    <div className="ruleblock" id={idOf(place, of.at)} tabIndex={-1}>
      <p className={said === undefined ? "sign--loss" : undefined}>
        {said === undefined ? words("studio:blocks.unsaid") : capital(said)}
      </p>
      {mayEdit ? (
        <span className="rowwrap">
          <NamedButton
            says={words("studio:blocks.change")}
            name={said}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
          {isRoot ? null : <Remove at={of.at} said={said} around={around} />}
        </span>
      ) : null}
      {isOpen ? (
        <ComparisonForm
          was={comparison}
          rule={of.kind === "rule" ? of.rule : null}
          readable={readable}
          onSet={(next) => {
            if (put(around, of.at, comparison, next)) setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

/**
 * Replaces a block in the draft. If only its number changes, the number also changes in the test cases that
 * contain it.
 */
function put({ place, drafting, onLimit }: Around, at: string, was: Comparison | null, next: Json): boolean {
  const now = comparisonOf(next);
  const limit = was === null ? null : limitAt(at, was);
  const isLimit =
    now !== null &&
    was !== null &&
    limit !== null &&
    now.path === was.path &&
    now.sign === was.sign &&
    !isPlace(now.value) &&
    typeof now.value === typeof was.value &&
    typeof now.value !== "boolean";
  if (!isLimit) return drafting.apply({ op: "set-block", args: { place, at, logic: next } });
  const done = drafting.apply({ op: "set-threshold", args: { place, at: limit, to: now.value as Json } });
  if (done) onLimit?.();
  return done;
}

function Adds({
  at,
  joined,
  name,
  around: { place, readable, drafting },
}: Within & { readonly at: string; readonly joined: "and" | "or"; readonly name: string }) {
  return (
    <NewComparison
      name={name}
      joined={joined}
      readable={readable}
      add={(logic) => drafting.apply({ op: "add-condition", args: { place, at, logic, joined } })}
    />
  );
}

/** A button that opens the form of a comparison, which `add` puts into the draft. */
export function NewComparison({
  id,
  name,
  joined,
  readable,
  add,
}: {
  /** Element id of the button. */
  readonly id?: string;
  readonly name: string;
  readonly joined?: "and" | "or";
  readonly readable: Readable;
  readonly add: (logic: Json) => boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Button small kind="soft" id={id} data-adds={joined} onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {name}
      </Button>
    );
  return (
    <div className="ruleblock">
      <ComparisonForm
        was={null}
        rule={null}
        readable={readable}
        onSet={(logic) => {
          if (add(logic)) setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

function Remove({
  at,
  said,
  around: { place, drafting },
}: Within & { readonly at: string; readonly said?: string | undefined }) {
  const words = useText();
  return (
    <NamedButton
      says={words("studio:blocks.remove")}
      name={said}
      onClick={() => drafting.apply({ op: "remove-block", args: { place, at } })}
    />
  );
}

/** A form that adds a condition to a transition or clause that has none. */
export function FirstCondition({
  place,
  name,
  readable,
  drafting,
}: {
  readonly place: ConditionPlace;
  readonly name: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  return (
    <NewComparison
      name={name}
      readable={readable}
      add={(logic) => drafting.apply({ op: "set-block", args: { place, at: "", logic } })}
    />
  );
}

/** Returns the element id of a block's control, to which the findings lead. */
export function idOf(place: ConditionPlace, at: string, part = ""): string {
  const where =
    "entry" in place
      ? `entry-${place.entry}`
      : "flow" in place
        ? `${place.step}-${place.next}`
        : `${place.clause ?? "value"}`;
  return `b-${where}${at}${part === "" ? "" : `-${part}`}`.replaceAll(/[^A-Za-z0-9-]/g, "-");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
