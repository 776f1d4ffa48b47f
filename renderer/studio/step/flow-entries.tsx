import type { Json, JsonObject } from "../../../engine/values/json.ts";
import flowSchema from "../../../schemas/config/flow.json" with { type: "json" };
import names from "../../../schemas/names.json" with { type: "json" };
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ConditionBlocks, FirstCondition } from "../blocks/condition-blocks.tsx";
import { ChoiceField } from "../choice-field.tsx";
import { changedFlow, type EditedFlow } from "./edited-flow.ts";
import { flowInDraft, listOf, objectOf } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** The links that lead to the flow, at most one for each place of the portal. */
export function FlowEntries({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  const { definition, drafting } = of;
  const entries = listOf(flowInDraft(drafting.draft, definition.flow.id).entries).map(objectOf);
  const free = names.entries.filter((place) => !entries.some((one) => one.place === place));
  const set = (next: readonly JsonObject[]) =>
    void drafting.apply(changedFlow(of, "entries", next.length === 0 ? undefined : next));
  return (
    <>
      <h3>{words("studio:whole.entries")}</h3>
      <ul className="ways">
        {entries.map((entry, at) => (
          <li key={String(entry.place)} className="way" id={`f-entries-${at}`} tabIndex={-1}>
            <span className="rowwrap">
              <b className="grow">{words(`studio:entry.${entry.place}`)}</b>
              <Button small onClick={() => set(entries.filter((_, index) => index !== at))}>
                {words("studio:blocks.remove")}
              </Button>
            </span>
            <EntryFields
              of={of}
              entry={entry}
              at={at}
              onEntry={(next) => set(entries.map((one, index) => (index === at ? next : one)))}
            />
          </li>
        ))}
        <li className="way">
          <ChoiceField
            id="f-entries"
            label={words("studio:whole.addEntry")}
            value=""
            empty={words("studio:blocks.choose")}
            choices={free.map((place) => [place, words(`studio:entry.${place}`)])}
            onValue={(place) => place !== "" && set([...entries, { place }])}
          />
        </li>
      </ul>
    </>
  );
}

/** Names of the icons for a link to the flow. */
const ICONS = flowSchema.properties.entries.items.properties.icon.enum;

type Entry = {
  readonly of: EditedFlow;
  readonly entry: JsonObject;
  /** Index of the link in the flow's file, from 0. */
  readonly at: number;
  readonly onEntry: (entry: JsonObject) => void;
};

/** Fields of a link: who sees it, its position, its icon and its texts. */
function EntryFields(given: Entry) {
  const words = useText();
  const { of, entry, at, onEntry } = given;
  const { definition, drafting } = of;
  const { id: flow, namespace } = definition.flow;
  const { place, order, icon } = entry;
  return (
    <>
      <EntryCondition {...given} />
      <TextField
        id={`f-entries-${at}-order`}
        label={words("studio:whole.entryOrder")}
        inputMode="numeric"
        value={String(order ?? "")}
        onValue={(typed) => {
          if (typed === "") onEntry(withValue(entry, "order", undefined));
          else if (/^[1-9]\d?$/.test(typed)) onEntry(withValue(entry, "order", Number.parseInt(typed, 10)));
        }}
      />
      <ChoiceField
        id={`f-entries-${at}-icon`}
        label={words("studio:whole.entryIcon")}
        value={String(icon ?? "")}
        empty={words("studio:whole.entryIconUsual")}
        choices={ICONS.map((name) => [name, words(`definition:icons.${name}`)])}
        onValue={(name) => onEntry(withValue(entry, "icon", name === "" ? undefined : name))}
      />
      <TextPair
        id={`f-entries-${at}-label`}
        name={words("studio:whole.entryLabel")}
        keys={[`${namespace}:${flow}.entries.${place}.label`]}
        drafting={drafting}
        mayEdit
      />
      <TextPair
        id={`f-entries-${at}-hint`}
        name={words("studio:text.hint")}
        keys={[`${namespace}:${flow}.entries.${place}.hint`]}
        drafting={drafting}
        mayEdit
        optional
      />
    </>
  );
}

/**
 * A field to choose who sees a link: everybody, people whom a rule allows, or people who meet a condition of
 * this link.
 */
function EntryCondition({ of, entry, at, onEntry }: Entry) {
  const words = useText();
  const { definition, studied, readable, drafting } = of;
  const flow = definition.flow.id;
  const { when } = entry;
  return (
    <>
      <ChoiceField
        id={`f-entries-${at}-when`}
        label={words("studio:whole.entryWhen")}
        value={typeof when === "string" ? when : when === undefined ? "" : "other"}
        empty={words("studio:whole.everybody")}
        choices={readable.rules.map(({ id, title }) => [id, title])}
        onValue={(rule) => {
          if (rule !== "other") onEntry(withValue(entry, "when", rule === "" ? undefined : rule));
        }}
      >
        {typeof when === "object" ? (
          <option value="other">{words("studio:whole.ownCondition")}</option>
        ) : null}
      </ChoiceField>
      {typeof when === "object" ? (
        <ConditionBlocks
          place={{ flow, entry: at }}
          logic={when as Json}
          sayOf={(where) => studied.sentences[`flows/${flow}/flow.json#/entries/${at}/when${where}`]}
          readable={readable}
          drafting={drafting}
          mayEdit
        />
      ) : (
        <FirstCondition
          place={{ flow, entry: at }}
          name={words("studio:whole.ownCondition")}
          readable={readable}
          drafting={drafting}
        />
      )}
    </>
  );
}

function withValue(entry: JsonObject, name: "when" | "order" | "icon", value: Json | undefined): JsonObject {
  const { [name]: _, ...others } = entry;
  return value === undefined ? others : { ...others, [name]: value };
}
