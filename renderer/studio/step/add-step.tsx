import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ComparisonForm } from "../blocks/comparison-form.tsx";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { addedStep, effectsIn, KINDS, type NewKind, type Spot } from "./new-step.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { idFor, listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

/** Adds a step: kind, title and position; behind a condition if it is not for everyone. */
export function AddStep({
  flow,
  step,
  titleOf,
  places,
  readable,
  drafting,
  onAdded,
}: {
  readonly flow: string;
  /** The current step; the new one is placed on one of its ways. */
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly places: readonly ReadablePlace[];
  readonly readable: Readable;
  readonly drafting: Drafting;
  readonly onAdded: (step: string) => void;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const ways = listOf(stepInDraft(draft, flow, step).next).map(objectOf);
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<NewKind>("form");
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [where, setWhere] = useState("");
  const [when, setWhen] = useState<Json | null>(null);
  const [effect, setEffect] = useState("");
  const [challenge, setChallenge] = useState("pin");
  const offered = effectsIn(draft, flow, kind === "wait" ? "events" : "effects");
  const chosenEffect = offered.includes(effect) ? effect : (offered[0] ?? "");
  const isEnd = ways.length === 0;
  // An end has no next step, so a new end needs a condition; other new steps on a way are for everyone on it.
  const spots = [
    ...(isEnd || kind === "end" ? [] : ways.map((_, at) => `way-${at}`)),
    ...(isEnd ? [] : ["branch"]),
    ...(kind === "end" ? [] : ["start"]),
  ];
  const spot = spots.includes(where) ? where : (spots[0] ?? "start");
  const needsTitle = kind !== "decide" && kind !== "effect";
  const isReady = (!needsTitle || isFilled(title)) && (spot !== "branch" || when !== null);
  const close = () => {
    setOpen(false);
    setTitle(EMPTY_PAIR);
    setWhen(null);
  };
  const add = () => {
    const taken = stepsInDraft(draft, flow).map(([id]) => id);
    const id = idFor(needsTitle ? title.en : kind, taken);
    const at: Spot =
      spot === "start"
        ? { kind: "start" }
        : spot === "branch"
          ? { kind: "branch", after: step, when: when as Json }
          : { kind: "on-way", after: step, next: Number(spot.slice(4)) };
    const operations = addedStep(draft, places, {
      flow,
      step: id,
      kind,
      title: trimmed(title),
      spot: at,
      effect: chosenEffect,
      challenge,
    });
    if (!apply(...operations)) return;
    close();
    onAdded(id);
  };
  return (
    <>
      <Button small kind="soft" id="add-step" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:addStep.open")}
      </Button>
      {isOpen ? (
        <Sheet
          title={words("studio:addStep.open")}
          onClose={close}
          footer={
            <Button kind="main" wide disabled={!isReady} onClick={add}>
              {words("studio:addStep.add")}
            </Button>
          }
        >
          <SelectField
            id="add-step-kind"
            label={words("studio:addStep.kind")}
            hint={words(`studio:about.${kind}`)}
            value={kind}
            onValue={(value) => setKind(value as NewKind)}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {words(`studio:kind.${one}`)}
              </option>
            ))}
          </SelectField>
          {kind === "effect" || kind === "wait" ? (
            <SelectField
              id="add-step-effect"
              label={words(`studio:setting.${kind === "wait" ? "for" : "effect"}`)}
              value={chosenEffect}
              onValue={setEffect}
            >
              {offered.map((one) => (
                <option key={one} value={one}>
                  {words(kind === "wait" ? `studio:events.${one}` : `definition:effects.${one}`)}
                </option>
              ))}
            </SelectField>
          ) : null}
          {kind === "challenge" ? (
            <SelectField
              id="add-step-challenge"
              label={words("studio:setting.challenge")}
              value={challenge}
              onValue={setChallenge}
            >
              {["pin", "otp", "totp"].map((one) => (
                <option key={one} value={one}>
                  {words(`studio:challenge.${one}`)}
                </option>
              ))}
            </SelectField>
          ) : null}
          {needsTitle ? (
            <PairFields
              id="add-step-title"
              name={words("studio:text.title")}
              value={title}
              onValue={setTitle}
            />
          ) : null}
          <SelectField
            id="add-step-where"
            label={words("studio:addStep.where")}
            value={spot}
            onValue={setWhere}
          >
            {spots.map((one) => (
              <option key={one} value={one}>
                {one.startsWith("way-")
                  ? words("studio:addStep.between", {
                      from: titleOf(step),
                      to: titleOf(String(ways[Number(one.slice(4))]?.to)),
                    })
                  : words(`studio:addStep.${one}`, { from: titleOf(step) })}
              </option>
            ))}
          </SelectField>
          {spot === "branch" ? (
            when === null ? (
              <ComparisonForm
                was={null}
                rule={null}
                readable={readable}
                onSet={setWhen}
                onClose={() => setWhere(spots[0] ?? "")}
              />
            ) : (
              <p className="small" role="status">
                {words("studio:addStep.condition")}{" "}
                <Button small onClick={() => setWhen(null)}>
                  {words("studio:blocks.change")}
                </Button>
              </p>
            )
          ) : null}
        </Sheet>
      ) : null}
    </>
  );
}
