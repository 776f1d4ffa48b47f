import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import { ConditionBlocks, FirstCondition } from "../blocks/condition-blocks.tsx";
import type { Readable } from "../blocks/readable.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import { listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

type Edited = {
  readonly flow: string;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly sentences: Studied["sentences"];
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly onStep: (step: string) => void;
};

/**
 * The transitions from a step, each with its condition and target. People take the first transition whose
 * condition holds.
 */
export function Ways(of: Edited) {
  const { flow, step, titleOf, readable, drafting } = of;
  const ways = waysIn(of);
  // A transition has no name of its own, so its index identifies it.
  return (
    <ol className="ways">
      {[...ways.keys()].map((at) => (
        <li key={at} className="way" id={`s-next-${at}`} tabIndex={-1}>
          <WayCondition of={of} at={at} />
          <WayTarget of={of} at={at} />
          <WayActs of={of} at={at} />
        </li>
      ))}
      <li className="way">
        <AddWay
          goals={goalsOf(of)}
          titleOf={titleOf}
          readable={readable}
          onAdd={(when, to) => {
            const next = [...ways.slice(0, -1), { when, to }, ...ways.slice(-1)];
            return drafting.apply({ op: "set-next", args: { flow, step, next } });
          }}
        />
      </li>
    </ol>
  );
}

function waysIn({ flow, step, drafting }: Edited): readonly JsonObject[] {
  return listOf(stepInDraft(drafting.draft, flow, step).next).map(objectOf);
}

/** Returns the steps that a transition may lead to. */
function goalsOf({ flow, step, drafting }: Edited): readonly string[] {
  return stepsInDraft(drafting.draft, flow).flatMap(([id]) => (id === step ? [] : [id]));
}

/** A transition, identified by its index in the step's file. */
type WayAt = { readonly of: Edited; readonly at: number };

/**
 * The condition of a transition. The last transition has no condition, because all remaining people take it.
 */
function WayCondition({ of, at }: WayAt) {
  const words = useText();
  const { flow, step, sentences, readable, drafting } = of;
  const ways = waysIn(of);
  const isLast = at === ways.length - 1;
  const when = ways[at]?.when;
  const place = { flow, step, next: at };
  const otherwise = ways.length > 1 ? "studio:onward.else" : "studio:onward.always";
  return (
    <>
      <b>{words(isLast ? otherwise : "studio:ways.if")}</b>
      {when === undefined ? null : (
        <ConditionBlocks
          place={place}
          logic={when}
          sayOf={(where) => sentences[`flows/${flow}/flow.json#/steps/${step}/next/${at}/when${where}`]}
          readable={readable}
          drafting={drafting}
          mayEdit
        />
      )}
      {when === undefined && !isLast ? (
        <FirstCondition
          place={place}
          name={words("studio:ways.condition")}
          readable={readable}
          drafting={drafting}
        />
      ) : null}
    </>
  );
}

/** The step that a transition leads to. */
function WayTarget({ of, at }: WayAt) {
  const words = useText();
  const { flow, step, titleOf, drafting } = of;
  const to = String(waysIn(of)[at]?.to);
  const goals = goalsOf(of);
  return (
    <ChoiceField
      id={`s-next-${at}-to`}
      label={words("studio:ways.to")}
      value={to}
      choices={goals.map((id) => [id, titleOf(id)])}
      onValue={(next) => drafting.apply({ op: "connect-step", args: { flow, step, next: at, to: next } })}
    >
      {goals.includes(to) ? null : <option value={to}>{to}</option>}
    </ChoiceField>
  );
}

/** Buttons for a transition: go to its target, move it up, or remove it. */
function WayActs({ of, at }: WayAt) {
  const words = useText();
  const { flow, step, titleOf, drafting, onStep } = of;
  const ways = waysIn(of);
  const isLast = at === ways.length - 1;
  const to = String(ways[at]?.to);
  const set = (next: readonly JsonObject[]) => drafting.apply({ op: "set-next", args: { flow, step, next } });
  return (
    <span className="rowwrap">
      <Button small onClick={() => onStep(to)}>
        {words("studio:findings.go", { place: titleOf(to) })}
      </Button>
      {at > 0 && !isLast ? (
        <Button small onClick={() => set(swapped(ways, at))}>
          {words("studio:ways.earlier")}
        </Button>
      ) : null}
      {isLast ? null : (
        <Button small onClick={() => set(ways.filter((_, index) => index !== at))}>
          {words("studio:ways.remove")}
        </Button>
      )}
    </span>
  );
}

function swapped(list: readonly JsonObject[], at: number): readonly JsonObject[] {
  const next = [...list];
  [next[at - 1], next[at]] = [next[at] as JsonObject, next[at - 1] as JsonObject];
  return next;
}

/** A form that adds a transition: its condition and target. */
function AddWay({
  goals,
  titleOf,
  readable,
  onAdd,
}: {
  readonly goals: readonly string[];
  readonly titleOf: (step: string) => string;
  readonly readable: Readable;
  readonly onAdd: (when: Json, to: string) => boolean;
}) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const [to, setTo] = useState(goals.at(-1) ?? "");
  if (!isOpen)
    return (
      <Button small kind="soft" id="add-way" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:ways.add")}
      </Button>
    );
  return (
    <div className="ruleblock">
      <ChoiceField
        id="add-way-to"
        label={words("studio:ways.to")}
        value={to}
        choices={goals.map((id) => [id, titleOf(id)])}
        onValue={setTo}
      />
      <ComparisonForm
        was={null}
        rule={null}
        readable={readable}
        onSet={(when) => {
          if (onAdd(when, to)) setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
