import { ChevronDown, ChevronUp } from "lucide-react";
import { type Definition, stepKeys } from "../../../engine/flow/index.ts";
import { SHOWN_ROLES } from "../../../engine/flow/roles.ts";
import { placeKeys } from "../../../engine/flow/text-keys.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { shownPath } from "./new-step.ts";
import { PlaceSelect } from "./place-select.tsx";
import { idFor, listOf, objectOf, stepInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** Further values that a role uses. */
const PARTS: { readonly [role: string]: readonly string[] } = Object.fromEntries(
  Object.entries(SHOWN_ROLES).map(([role, { parts }]) => [role, Object.keys(parts)]),
);

/** The values of a screen in order, with their roles, and headings between them. */
export function ShownList({
  definition,
  step,
  readable,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const pointer = `/steps/${step}/shows`;
  const content = stepInDraft(draft, flow, step);
  const shows = listOf(content.shows);
  const set = (next: readonly Json[]) =>
    next.length === 0 && content.kind !== "review"
      ? apply({ op: "remove-value", args: { file, pointer } })
      : apply({
          op: "set-value",
          args: { file, pointer, value: next, ...(content.shows === undefined ? { before: "next" } : {}) },
        });
  const replace = (at: number, entry: Json) => set(shows.map((one, index) => (index === at ? entry : one)));
  const nameOf = (path: string) =>
    readable.places.find((one) => one.path === path)?.name[lng] ?? words("studio:setting.group");
  const headings = shows.map((one) => String(objectOf(one).heading ?? "")).filter((name) => name !== "");
  return (
    <>
      <h3>{words("studio:shows.title")}</h3>
      <ol className="ways">
        {shows.map((entry, at) => {
          const { heading, role, ...rest } = objectOf(entry);
          const value = typeof entry === "string" ? entry : String(rest.value ?? "");
          const path = value.replace(/\?$/, "");
          const name = heading === undefined ? nameOf(path) : words("studio:shows.heading");
          return (
            <li key={JSON.stringify(entry)} className="way" id={`s-shows-${at}`} tabIndex={-1}>
              <span className="rowwrap">
                <b className="grow">{name}</b>
                <span className="order">
                  <button
                    type="button"
                    className="iconbtn"
                    disabled={at === 0}
                    aria-label={words("studio:question.up", { question: name })}
                    onClick={() => apply(moved(file, pointer, at, at - 1))}
                  >
                    <ChevronUp size={18} aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    className="iconbtn"
                    disabled={at === shows.length - 1}
                    aria-label={words("studio:question.down", { question: name })}
                    onClick={() => apply(moved(file, pointer, at + 1, at))}
                  >
                    <ChevronDown size={18} aria-hidden="true" />
                  </button>
                </span>
                <Button small onClick={() => set(shows.filter((_, index) => index !== at))}>
                  {words("studio:blocks.remove")}
                  <span className="sr">: {name}</span>
                </Button>
              </span>
              {heading === undefined ? (
                <>
                  <label className="tick">
                    <input
                      type="checkbox"
                      checked={value.endsWith("?")}
                      onChange={(event) => {
                        const next = event.target.checked ? `${path}?` : path;
                        replace(at, typeof entry === "string" ? next : { ...objectOf(entry), value: next });
                      }}
                    />
                    {words("studio:shows.optional")}
                  </label>
                  <SelectField
                    id={`s-shows-${at}-role`}
                    label={words("studio:shows.role")}
                    value={String(role ?? "")}
                    onValue={(next) => replace(at, next === "" ? value : { value, role: next })}
                  >
                    <option value="">{words("studio:role.plain")}</option>
                    {Object.keys(SHOWN_ROLES).map((one) => (
                      <option key={one} value={one}>
                        {words(`studio:role.${one}`)}
                      </option>
                    ))}
                  </SelectField>
                  {(PARTS[String(role)] ?? []).map((part) => (
                    <PlaceSelect
                      key={part}
                      id={`s-shows-${at}-${part}`}
                      label={words(`studio:shows.${part}`)}
                      value={String(rest[part] ?? "").replace(/\?$/, "")}
                      none={words("studio:setting.none")}
                      readable={readable}
                      onValue={(next) => {
                        const { [part]: _, ...others } = objectOf(entry) as JsonObject;
                        replace(at, next === "" ? others : { ...others, [part]: next });
                      }}
                    />
                  ))}
                  {/^(derived|effects|facts)\./.test(path) ? (
                    <TextPair
                      id={`s-shows-${at}-label`}
                      name={words("studio:shows.label")}
                      keys={placeKeys(definition, path)}
                      drafting={drafting}
                      mayEdit
                    />
                  ) : null}
                </>
              ) : (
                <TextPair
                  id={`s-shows-${at}-heading`}
                  name={words("studio:shows.heading")}
                  keys={stepKeys(definition, step, `headings.${heading}`)}
                  drafting={drafting}
                  mayEdit
                />
              )}
            </li>
          );
        })}
        <li className="way">
          <PlaceSelect
            id="add-shown"
            label={words("studio:shows.add")}
            value=""
            readable={readable}
            only={(path) => !path.startsWith("flags.") && !shows.some((one) => isOf(one, path))}
            onValue={(path) => void set([...shows, shownPath(draft, flow, path)])}
          />
          <Button small onClick={() => void set([...shows, { heading: idFor("part", headings) }])}>
            {words("studio:shows.addHeading")}
          </Button>
        </li>
      </ol>
    </>
  );
}

function moved(file: string, pointer: string, from: number, before: number) {
  return {
    op: "move-value",
    args: { file, pointer: `${pointer}/${from}`, before: String(before) },
  } as const;
}

function isOf(entry: Json, path: string): boolean {
  const value = typeof entry === "string" ? entry : String(objectOf(entry).value ?? "");
  return value.replace(/\?$/, "") === path;
}
