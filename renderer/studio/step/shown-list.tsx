import type { Draft } from "../../../engine/edits/index.ts";
import { stepKeys } from "../../../engine/flow/index.ts";
import { SHOWN_ROLES } from "../../../engine/flow/roles.ts";
import { placeKeys } from "../../../engine/flow/text-keys.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { keyInDraft, textOfDraft } from "../draft/texts-of-draft.ts";
import { NamedButton } from "../named-button.tsx";
import type { EditedStep } from "./edited-step.ts";
import { shownPath } from "./new-step.ts";
import { OrderButtons } from "./order-buttons.tsx";
import { PlaceSelect } from "./place-select.tsx";
import { idFor, listOf, objectOf, stepInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

type Edited = Omit<EditedStep, "titleOf">;

/** The values that a screen shows, in order, with their roles, and with headings between them. */
export function ShownList(of: Edited) {
  const words = useText();
  const { definition, step, readable, drafting } = of;
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const content = stepInDraft(draft, flow, step);
  const shows = listOf(content.shows);
  const headings = shows.map((one) => String(objectOf(one).heading ?? "")).filter((name) => name !== "");
  const set = (value: readonly Json[]) => {
    const [file, pointer] = [`flows/${flow}/flow.json`, `/steps/${step}/shows`];
    const before = content.shows === undefined ? { before: "next" } : {};
    if (value.length === 0 && content.kind !== "review")
      apply({ op: "remove-value", args: { file, pointer } });
    else apply({ op: "set-value", args: { file, pointer, value, ...before } });
  };
  return (
    <>
      <h3>{words("studio:shows.title")}</h3>
      <ol className="ways">
        {shows.map((entry, at) => (
          <li key={JSON.stringify(entry)} className="way" id={`s-shows-${at}`} tabIndex={-1}>
            <ShownHead
              of={of}
              shows={shows}
              at={at}
              onRemove={() => set(shows.filter((_, index) => index !== at))}
            />
            <ShownFields
              of={of}
              entry={entry}
              id={`s-shows-${at}`}
              onEntry={(next) => set(shows.map((one, index) => (index === at ? next : one)))}
            />
          </li>
        ))}
        <li className="way">
          <PlaceSelect
            id="add-shown"
            label={words("studio:shows.add")}
            value=""
            readable={readable}
            only={(path) => !path.startsWith("flags.") && !shows.some((one) => pathOf(one) === path)}
            onValue={(path) => set([...shows, shownPath(draft, flow, path)])}
          />
          <Button small onClick={() => set([...shows, { heading: idFor("part", headings) }])}>
            {words("studio:shows.addHeading")}
          </Button>
        </li>
      </ol>
    </>
  );
}

/** Returns the data path of an entry. A `?` at its end means that the value may be missing. */
function shownValue(entry: Json): string {
  return typeof entry === "string" ? entry : String(objectOf(entry).value ?? "");
}

function pathOf(entry: Json): string {
  return shownValue(entry).replace(/\?$/, "");
}

/**
 * Returns the name of a shown value. Conditions cannot read a whole group or list, so the readable places lack
 * it; its name is the text of its question in the draft. Returns `null` if there is no such text.
 */
export function shownName(
  {
    definition,
    readable: { places },
    draft,
  }: Pick<Edited, "definition"> & {
    readonly readable: Pick<Edited["readable"], "places">;
    readonly draft: Draft;
  },
  path: string,
  lng: Language,
): string | null {
  const known = places.find((one) => one.path === path);
  if (known !== undefined) return known.name[lng];
  const key = keyInDraft(draft, placeKeys(definition, path));
  return key === null ? null : textOfDraft(draft, lng, key);
}

/** The name of an entry, with controls for its order and its removal. */
function ShownHead({
  of: { definition, step, readable, drafting },
  shows,
  at,
  onRemove,
}: {
  readonly of: Edited;
  readonly shows: readonly Json[];
  readonly at: number;
  readonly onRemove: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const entry = shows[at] as Json;
  const path = pathOf(entry);
  const name =
    objectOf(entry).heading === undefined
      ? (shownName({ definition, readable, draft: drafting.draft }, path, lng) ??
        words("studio:shows.unnamed"))
      : words("studio:shows.heading");
  const move = (from: number, before: number) =>
    drafting.apply({
      op: "move-value",
      args: {
        file: `flows/${definition.flow.id}/flow.json`,
        pointer: `/steps/${step}/shows/${from}`,
        before: String(before),
      },
    });
  return (
    <span className="rowwrap">
      <b className="grow">{name}</b>
      <span className="order">
        <OrderButtons
          name={name}
          isFirst={at === 0}
          isLast={at === shows.length - 1}
          onUp={() => move(at, at - 1)}
          onDown={() => move(at + 1, at)}
        />
      </span>
      <NamedButton says={words("studio:blocks.remove")} name={name} onClick={onRemove} />
    </span>
  );
}

type Entry = {
  readonly of: Edited;
  readonly entry: Json;
  readonly id: string;
  readonly onEntry: (entry: Json) => void;
};

/**
 * The fields of an entry. A heading has its text. A value has its role, its label, and whether it may be
 * missing.
 */
function ShownFields(given: Entry) {
  const words = useText();
  const { of, entry, id, onEntry } = given;
  const { definition, step, drafting } = of;
  const { heading } = objectOf(entry);
  const path = pathOf(entry);
  if (heading !== undefined)
    return (
      <TextPair
        id={`${id}-heading`}
        name={words("studio:shows.heading")}
        keys={stepKeys(definition, step, `headings.${heading}`)}
        drafting={drafting}
        mayEdit
      />
    );
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          checked={shownValue(entry).endsWith("?")}
          onChange={(event) => {
            const next = event.target.checked ? `${path}?` : path;
            onEntry(typeof entry === "string" ? next : { ...objectOf(entry), value: next });
          }}
        />
        {words("studio:shows.optional")}
      </label>
      <RoleFields {...given} />
      {/^(derived|effects|facts)\./.test(path) ? (
        <TextPair
          id={`${id}-label`}
          name={words("studio:shows.label")}
          keys={placeKeys(definition, path)}
          drafting={drafting}
          mayEdit
        />
      ) : null}
    </>
  );
}

/** The additional values that each role uses. */
const PARTS: { readonly [role: string]: readonly string[] } = Object.fromEntries(
  Object.entries(SHOWN_ROLES).map(([role, { parts }]) => [role, Object.keys(parts)]),
);

/** The role of a value, and the additional values that the role uses. */
function RoleFields({ of: { readable }, entry, id, onEntry }: Entry) {
  const words = useText();
  const { role, ...rest } = objectOf(entry);
  const value = shownValue(entry);
  return (
    <>
      <ChoiceField
        id={`${id}-role`}
        label={words("studio:shows.role")}
        value={String(role ?? "")}
        empty={words("studio:role.plain")}
        choices={Object.keys(SHOWN_ROLES).map((one) => [one, words(`studio:role.${one}`)])}
        onValue={(next) => onEntry(next === "" ? value : { value, role: next })}
      />
      {(PARTS[String(role)] ?? []).map((part) => (
        <PlaceSelect
          key={part}
          id={`${id}-${part}`}
          label={words(`studio:shows.${part}`)}
          value={String(rest[part] ?? "").replace(/\?$/, "")}
          none={words("studio:setting.none")}
          readable={readable}
          onValue={(next) => {
            const { [part]: _, ...others }: JsonObject = objectOf(entry);
            onEntry(next === "" ? others : { ...others, [part]: next });
          }}
        />
      ))}
    </>
  );
}
