import { useState } from "react";
import { trade } from "../../../domain/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { ruleTitle } from "../rules/rule-title.ts";
import { nameFor } from "./add-question.tsx";
import { PlaceSelect } from "./place-select.tsx";
import { flowInDraft, listOf, objectOf } from "./step-file.ts";

const FORMULA = "fn:";
const JOINED = "join:";

/** The derived values of a flow: by rule, by formula, by joining texts, or constant. */
export function DerivedList({
  flow,
  readable,
  drafting,
}: {
  readonly flow: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const file = `flows/${flow}/flow.json`;
  const content = flowInDraft(draft, flow);
  const derived = objectOf(content.derived);
  const put = (name: string, made: Json) =>
    apply({
      op: "set-value",
      args:
        content.derived === undefined
          ? { file, pointer: "/derived", value: { [name]: made }, before: "start" }
          : { file, pointer: `/derived/${name}`, value: made },
    });
  const titleOfRule = (rule: string) =>
    ruleTitle(draft, { rule, lng, unnamed: words("studio:rules.unnamed") });
  const sayOf = (made: Json): string => {
    const { rule, fn, join, const: constant } = objectOf(made);
    if (rule !== undefined) return words("studio:whole.byRule", { rule: titleOfRule(String(rule)) });
    if (constant !== undefined) return words("studio:whole.byConstant", { value: String(constant) });
    if (join !== undefined) return words("studio:whole.byJoin");
    return words("studio:whole.byFunction", {
      name: trade.functions[String(fn)]?.meaning[lng] ?? String(fn),
    });
  };
  return (
    <>
      <h3>{words("studio:whole.derived")}</h3>
      <ul className="ways">
        {Object.entries(derived).map(([name, made]) => (
          <li key={name} className="way" id={`f-derived-${name}`} tabIndex={-1}>
            <span className="rowwrap">
              <span className="grow">
                <b>{readable.places.find(({ path }) => path === `derived.${name}`)?.name[lng] ?? name}</b>{" "}
                <span className="small">{sayOf(made)}</span>
              </span>
              <Button
                small
                onClick={() => apply({ op: "remove-value", args: { file, pointer: `/derived/${name}` } })}
              >
                {words("studio:blocks.remove")}
              </Button>
            </span>
            <Sources
              id={`f-derived-${name}`}
              made={made}
              readable={readable}
              without={`derived.${name}`}
              onMade={(next) => put(name, next)}
            />
          </li>
        ))}
        <li className="way">
          <AddDerived
            rules={valueRules(draft, flow).map((rule) => [rule, titleOfRule(rule)] as const)}
            readable={readable}
            taken={Object.keys(derived)}
            onAdd={put}
          />
        </li>
      </ul>
    </>
  );
}

/** The arguments of a formula, or the joined texts with their separator. */
function Sources({
  id,
  made,
  readable,
  without,
  onMade,
}: {
  readonly id: string;
  readonly made: Json;
  readonly readable: Readable;
  /** The value itself, which cannot be its own argument. */
  readonly without: string;
  readonly onMade: (made: Json) => void;
}) {
  const words = useText();
  const { fn, args, join, with: between, ...rest } = objectOf(made);
  if (fn === undefined && join === undefined) return null;
  const name = fn === undefined ? "join" : "args";
  const places = listOf(fn === undefined ? join : args).map(String);
  const set = (next: readonly string[], sign: Json = between ?? " ") =>
    onMade(fn === undefined ? { ...rest, join: next, with: sign } : { ...rest, fn, args: next });
  return (
    <div className="gap12">
      {places.map((path, at) => (
        <PlaceSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: what a formula takes is known by its number alone.
          key={at}
          id={`${id}-${name}-${at}`}
          label={words("studio:whole.takes", { number: at + 1 })}
          value={path}
          readable={readable}
          only={(one) => one !== without && !one.startsWith("flags.")}
          onValue={(next) => next !== "" && set(places.map((one, index) => (index === at ? next : one)))}
        />
      ))}
      {join === undefined ? null : (
        <>
          <PlaceSelect
            id={`${id}-join`}
            label={words("studio:whole.joinMore")}
            value=""
            readable={readable}
            only={(one) => one !== without && !one.startsWith("flags.") && !places.includes(one)}
            onValue={(next) => next !== "" && set([...places, next])}
          />
          <TextField
            id={`${id}-with`}
            label={words("studio:whole.joinWith")}
            value={String(between ?? "")}
            onValue={(sign) => /^[ ,;:/·–-]{1,3}$/.test(sign) && set(places, sign)}
          />
          {places.length > 2 ? (
            <Button small onClick={() => set(places.slice(0, -1))}>
              {words("studio:whole.joinLess")}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Adds a derived value: its name, and how it is computed. */
function AddDerived({
  rules,
  readable,
  taken,
  onAdd,
}: {
  readonly rules: readonly (readonly [string, string])[];
  readonly readable: Readable;
  readonly taken: readonly string[];
  readonly onAdd: (name: string, made: Json) => boolean;
}) {
  const words = useText();
  const lng = useLanguage();
  const [by, setBy] = useState("");
  const [name, setName] = useState("");
  const [places, setPlaces] = useState<readonly string[]>([]);
  const formula = by.startsWith(FORMULA) ? trade.functions[by.slice(FORMULA.length)] : undefined;
  const count = formula?.args.length ?? (by === JOINED ? 2 : 0);
  const isReady = by !== "" && name.trim() !== "" && places.filter(Boolean).length >= count;
  const add = () => {
    const made: Json =
      by === JOINED
        ? { join: [...places], with: " " }
        : formula === undefined
          ? { rule: by }
          : { fn: by.slice(FORMULA.length), args: [...places] };
    if (!onAdd(nameFor(name, taken), made)) return;
    setBy("");
    setName("");
    setPlaces([]);
  };
  return (
    <div className="gap12">
      <SelectField
        id="f-derived"
        label={words("studio:whole.addDerived")}
        value={by}
        onValue={(next) => {
          setBy(next);
          setPlaces([]);
        }}
      >
        <option value="">{words("studio:blocks.choose")}</option>
        <optgroup label={words("studio:rules.title")}>
          {rules.map(([rule, title]) => (
            <option key={rule} value={rule}>
              {title}
            </option>
          ))}
        </optgroup>
        <optgroup label={words("studio:whole.formulas")}>
          <option value={JOINED}>{words("studio:whole.join")}</option>
          {Object.entries(trade.functions).map(([fn, { meaning }]) => (
            <option key={fn} value={`${FORMULA}${fn}`}>
              {meaning[lng]}
            </option>
          ))}
        </optgroup>
      </SelectField>
      {by === "" ? null : (
        <>
          <TextField
            id="f-derived-new"
            label={words("studio:whole.derivedName")}
            value={name}
            onValue={setName}
          />
          {Array.from({ length: count }, (_, at) => (
            <PlaceSelect
              // biome-ignore lint/suspicious/noArrayIndexKey: what a formula takes is known by its number alone.
              key={at}
              id={`f-derived-new-${at}`}
              label={words("studio:whole.takes", { number: at + 1 })}
              value={places[at] ?? ""}
              readable={readable}
              only={(path) => !path.startsWith("flags.")}
              onValue={(path) =>
                setPlaces(
                  Array.from({ length: count }, (__, one) => (one === at ? path : (places[one] ?? ""))),
                )
              }
            />
          ))}
          <Button small disabled={!isReady} onClick={add}>
            {words("studio:whole.derivedAdd")}
          </Button>
        </>
      )}
    </div>
  );
}

function valueRules(draft: Drafting["draft"], flow: string): readonly string[] {
  return Object.keys(draft)
    .filter((path) => path.startsWith(`flows/${flow}/rules/`) || path.startsWith("flows/shared/rules/"))
    .flatMap((path) => {
      const { id, value } = objectOf(readFile(draft, path));
      return value === undefined ? [] : [String(id)];
    });
}
