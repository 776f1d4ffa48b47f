import { useState } from "react";
import { flushSync } from "react-dom";
import { dependentsOfQuestion, edit } from "../../../engine/edits/index.ts";
import type { Field } from "../../../engine/flow/form-schema.ts";
import { type Definition, fieldKeys } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { FindingSpot } from "../findings/place-of-finding.ts";
import { type DependentPlace, dependentPlaces } from "./dependent-places.ts";

/** What the removal of a question needs to name and reach the places that depend on it. */
export type Removing = {
  readonly definition: Definition;
  readonly titleOf: (step: string) => string;
  readonly readable: Readable;
  readonly drafting: Drafting;
  /** Goes to a control, even on another page. */
  readonly onGo: (place: FindingSpot) => void;
};

/**
 * A button that removes a question. If anything depends on the question, first lists what is removed with it
 * and what a person must decide, each with a button to its control.
 */
export function RemoveQuestion({
  of,
  id,
  at,
  onRemoved,
}: {
  readonly of: Removing;
  readonly id: string;
  readonly at: { readonly flow: string; readonly step: string; readonly field: string };
  readonly onRemoved: () => void;
}) {
  const words = useText();
  const [asked, setAsked] = useState<readonly DependentPlace[] | null>(null);
  const { definition, drafting, onGo } = of;
  const operation = { op: "remove-question", args: { ...at, withReaders: true } } as const;
  const remove = () => {
    // While the sheet is open, nothing outside it can get the focus.
    flushSync(() => setAsked(null));
    if (drafting.apply(operation)) onRemoved();
  };
  const ask = () => {
    const places = dependentPlaces(dependentsOfQuestion(drafting.draft, at), definition);
    const mayGo = edit(drafting.draft, operation, { published: drafting.base }).ok;
    if (places.length === 0 && mayGo) remove();
    else setAsked(places);
  };
  return (
    <>
      <Button small kind="danger" id={id} onClick={ask}>
        {words("studio:question.remove")}
      </Button>
      {asked === null ? null : (
        <RemovalSheet
          of={of}
          id={`${id}-now`}
          at={at}
          places={asked}
          mayGo={edit(drafting.draft, operation, { published: drafting.base }).ok}
          onClose={() => setAsked(null)}
          onRemove={remove}
          onGo={(spot) => {
            setAsked(null);
            onGo(spot);
          }}
        />
      )}
    </>
  );
}

function RemovalSheet({
  of,
  id,
  at: { step, field },
  places,
  mayGo,
  onClose,
  onRemove,
  onGo,
}: {
  readonly of: Removing;
  readonly id: string;
  readonly at: { readonly step: string; readonly field: string };
  readonly places: readonly DependentPlace[];
  /** Whether the question can be removed here. A question of a form that flows share cannot. */
  readonly mayGo: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
  readonly onGo: (spot: FindingSpot) => void;
}) {
  const words = useText();
  const title = useQuestionTitle(of)(step, field);
  const [goes, stays] = [places.filter((one) => one.goes), places.filter((one) => !one.goes)];
  return (
    <Sheet
      title={words("studio:removal.title", { question: title })}
      onClose={onClose}
      footer={
        mayGo ? (
          <Button kind="danger" wide id={id} onClick={onRemove}>
            {goes.length > 0
              ? words("studio:removal.together", { number: goes.length })
              : words("studio:question.remove")}
          </Button>
        ) : null
      }
    >
      {mayGo ? null : <Note tone="info">{words("studio:removal.shared")}</Note>}
      <Dependents of={of} title="goes" places={mayGo ? goes : []} onGo={onGo} />
      <Dependents of={of} title={mayGo ? "stays" : "uses"} places={mayGo ? stays : places} onGo={onGo} />
    </Sheet>
  );
}

/** A list of places that depend on the question, under a sentence that says what happens to them. */
function Dependents({
  of,
  title,
  places,
  onGo,
}: {
  readonly of: Removing;
  readonly title: "goes" | "stays" | "uses";
  readonly places: readonly DependentPlace[];
  readonly onGo: (spot: FindingSpot) => void;
}) {
  const words = useText();
  const sayUse = useSaidUse(of);
  const { definition, titleOf } = of;
  if (places.length === 0) return null;
  const nameOf = ({ rule, step }: FindingSpot): string => {
    if (rule !== undefined) return words(definition.rules[rule]?.title ?? "studio:rules.one");
    return step === undefined ? words("studio:whole.title") : titleOf(step);
  };
  return (
    <>
      <p>{words(`studio:removal.${title}`)}</p>
      <ul className="card list dependents" data-places={title}>
        {places.map((one) => (
          <li key={`${one.why} ${JSON.stringify(one.spot)}`} className="row wraps">
            <span>
              <b>{nameOf(one.spot)}</b> <small>{sayUse(one)}</small>
            </span>
            <Button small onClick={() => onGo(one.spot)}>
              {words("studio:findings.go", { place: nameOf(one.spot) })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Parts of a flow or rule file that use an answer, each with a text of its own. */
const USES = ["shows", "letter", "prefill", "next", "facts", "entries", "to", "until", "must", "value"];

/** Returns a function that says how a place uses the answer to a question. */
function useSaidUse(of: Removing): (place: DependentPlace) => string {
  const words = useText();
  const lng = useLanguage();
  const titleOfQuestion = useQuestionTitle(of);
  return ({ file, pointer, why, what, spot }) => {
    if (why === "asks") {
      const question = titleOfQuestion(spot.step ?? "", spot.field ?? what);
      return words("studio:removal.use.asks", { question });
    }
    if (why === "names") return words("studio:removal.use.errors");
    const [root = "", second = "", third = "", fourth = ""] = pointer.slice(1).split("/");
    const part = file.includes("/rules/") || root !== "steps" ? root : third;
    if (part === "input") {
      const name = words(`studio:input.${fourth.replace(/\?$/, "").replace(/\d+$/, "")}`, {
        defaultValue: "",
      });
      return name === "" ? words("studio:removal.use.hands") : words("studio:removal.use.input", { name });
    }
    if (part === "derived") {
      const name = of.readable.places.find(({ path }) => path === `derived.${second}`)?.name[lng];
      return words(name === undefined ? "studio:removal.use.works" : "studio:removal.use.derived", { name });
    }
    return words(`studio:removal.use.${USES.includes(part) ? part : "other"}`);
  };
}

/** Returns a function that returns the label of a question in the draft. */
function useQuestionTitle({ definition, drafting }: Removing): (step: string, field: string) => string {
  const words = useText();
  const lng = useLanguage();
  return (step, field: Field["name"]) => {
    const key = keyInDraft(drafting.draft, fieldKeys(definition, step, field, "label"));
    const text = key === null ? null : textOfDraft(drafting.draft, lng, key);
    return text ?? words("studio:question.noLabel");
  };
}
