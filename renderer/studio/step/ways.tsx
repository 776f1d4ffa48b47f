import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import { ConditionBlocks, FirstCondition } from "../blocks/condition-blocks.tsx";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import { listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

/** The ways out of a step: each with condition and target; the first that holds is taken. */
export function Ways({
  flow,
  step,
  titleOf,
  sentences,
  readable,
  drafting,
  onStep,
}: {
  readonly flow: string;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly sentences: Studied["sentences"];
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly onStep: (step: string) => void;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const next = listOf(stepInDraft(draft, flow, step).next).map(objectOf);
  const file = `flows/${flow}/flow.json`;
  const others = stepsInDraft(draft, flow)
    .map(([id]) => id)
    .filter((id) => id !== step);
  const set = (ways: readonly JsonObject[]) => apply({ op: "set-next", args: { flow, step, next: ways } });
  return (
    <ol className="ways">
      {next.map((way, at) => {
        const isLast = at === next.length - 1;
        const place = { flow, step, next: at };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a way is known by its number alone.
          <li key={at} className="way" id={`s-next-${at}`} tabIndex={-1}>
            <b>
              {words(
                isLast ? (next.length > 1 ? "studio:onward.else" : "studio:onward.always") : "studio:ways.if",
              )}
            </b>
            {way.when === undefined ? null : (
              <ConditionBlocks
                place={place}
                logic={way.when}
                sayOf={(where) => sentences[`${file}#/steps/${step}/next/${at}/when${where}`]}
                readable={readable}
                drafting={drafting}
                mayEdit
              />
            )}
            {way.when === undefined && !isLast ? (
              <FirstCondition
                place={place}
                name={words("studio:ways.condition")}
                readable={readable}
                drafting={drafting}
              />
            ) : null}
            <SelectField
              id={`s-next-${at}-to`}
              label={words("studio:ways.to")}
              value={String(way.to)}
              onValue={(to) => apply({ op: "connect-step", args: { flow, step, next: at, to } })}
            >
              {others.includes(String(way.to)) ? null : (
                <option value={String(way.to)}>{String(way.to)}</option>
              )}
              {others.map((id) => (
                <option key={id} value={id}>
                  {titleOf(id)}
                </option>
              ))}
            </SelectField>
            <span className="rowwrap">
              <Button small onClick={() => onStep(String(way.to))}>
                {words("studio:findings.go", { place: titleOf(String(way.to)) })}
              </Button>
              {at > 0 && !isLast ? (
                <Button small onClick={() => set(swapped(next, at))}>
                  {words("studio:ways.earlier")}
                </Button>
              ) : null}
              {isLast ? null : (
                <Button small onClick={() => set(next.filter((_, index) => index !== at))}>
                  {words("studio:ways.remove")}
                </Button>
              )}
            </span>
          </li>
        );
      })}
      <li className="way">
        <AddWay
          goals={others}
          titleOf={titleOf}
          readable={readable}
          onAdd={(when, to) => set([...next.slice(0, -1), { when, to }, ...next.slice(-1)])}
        />
      </li>
    </ol>
  );
}

function swapped(list: readonly JsonObject[], at: number): readonly JsonObject[] {
  const next = [...list];
  [next[at - 1], next[at]] = [next[at] as JsonObject, next[at - 1] as JsonObject];
  return next;
}

/** Adds a way: its condition and target. */
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
    <div className="block">
      <SelectField id="add-way-to" label={words("studio:ways.to")} value={to} onValue={setTo}>
        {goals.map((id) => (
          <option key={id} value={id}>
            {titleOf(id)}
          </option>
        ))}
      </SelectField>
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
