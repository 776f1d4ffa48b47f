import { useState } from "react";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import flowSchema from "../../../schemas/config/flow.json" with { type: "json" };
import names from "../../../schemas/names.json" with { type: "json" };
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ConditionBlocks, FirstCondition } from "../blocks/condition-blocks.tsx";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { Studied } from "../engine/use-engine.ts";
import { FlowRules } from "../rules/flow-rules.tsx";
import { DerivedList } from "./derived-list.tsx";
import { FlowGroups } from "./flow-groups.tsx";
import { PlaceSelect } from "./place-select.tsx";
import { flowInDraft, listOf, objectOf, stepsInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** Pictures beside a link to the flow. */
const ICONS = flowSchema.properties.entries.items.properties.icon.enum;

/** The settings of a flow: name, audience, links, and readable data. */
export function FlowSettings({
  definition,
  studied,
  titleOf,
  readable,
  drafting,
}: {
  readonly definition: Definition;
  readonly studied: Pick<Studied, "sentences">;
  readonly titleOf: (step: string) => string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const { namespace } = definition.flow;
  const file = `flows/${flow}/flow.json`;
  const content = flowInDraft(draft, flow);
  const steps = stepsInDraft(draft, flow).map(([id]) => id);
  const set = (name: string, value: Json) =>
    void apply({
      op: "set-value",
      args: {
        file,
        pointer: `/${name}`,
        value,
        ...(content[name] === undefined ? { before: "start" } : {}),
      },
    });
  const remove = (pointer: string) => void apply({ op: "remove-value", args: { file, pointer } });
  const without = (name: string, at: number) => {
    const rest = listOf(content[name]).filter((_, index) => index !== at);
    if (rest.length === 0 && name === "entries") remove("/entries");
    else set(name, rest);
  };
  const setInEntry = (at: number, name: "when" | "order" | "icon", value: Json | undefined) =>
    set(
      "entries",
      entries.map((entry, index) => {
        if (index !== at) return entry;
        const { [name]: _, ...others } = entry;
        return value === undefined ? others : { ...others, [name]: value };
      }),
    );
  const choice = (name: string, options: readonly (readonly [string, string])[]) => (
    <SelectField
      id={`f-${name}`}
      label={words(`studio:whole.${name}`)}
      value={String(content[name] ?? "")}
      onValue={(value) => set(name, value)}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
  const facts = Object.entries(objectOf(readFile(draft, "flows/shared/facts.json")));
  const named = objectOf(content.facts);
  const flags = listOf(content.flags).map(String);
  const known = Object.keys(objectOf(readFile(draft, "flags/catalogue.json")));
  const entries = listOf(content.entries).map(objectOf);
  const invariants = listOf(content.invariants).map(objectOf);
  const free = names.entries.filter((place) => !entries.some((one) => one.place === place));
  return (
    <section className="studiopanel studiostep" aria-labelledby="step-title">
      <header>
        <h2 id="step-title" tabIndex={-1}>
          {words("studio:whole.title")}
        </h2>
      </header>
      <div className="stepbody">
        <p className="small">{words("studio:whole.intro")}</p>
        <TextPair
          id="f-title"
          name={words("studio:whole.name")}
          keys={[`${namespace}:${flow}.title`]}
          drafting={drafting}
          mayEdit
        />
        {choice(
          "subject",
          ["account", "anonymous"].map((one) => [one, words(`studio:subject.${one}`)] as const),
        )}
        {choice(
          "inFlight",
          ["follow", "stay", "restart"].map((one) => [one, words(`studio:inFlight.${one}`)] as const),
        )}
        {choice(
          "start",
          steps.map((id) => [id, titleOf(id)] as const),
        )}
        <TextField
          id="f-minutes"
          label={words("studio:whole.minutes")}
          inputMode="numeric"
          value={String(content.minutes ?? "")}
          onValue={(typed) => {
            if (typed === "") remove("/minutes");
            else if (/^\d{1,3}$/.test(typed)) set("minutes", Number.parseInt(typed, 10));
          }}
        />
      </div>
      <h3>{words("studio:whole.entries")}</h3>
      <ul className="ways">
        {entries.map(({ place, when, order, icon }, at) => (
          <li key={String(place)} className="way" id={`f-entries-${at}`} tabIndex={-1}>
            <span className="rowwrap">
              <b className="grow">{words(`studio:entry.${place}`)}</b>
              <Button small onClick={() => without("entries", at)}>
                {words("studio:blocks.remove")}
              </Button>
            </span>
            <SelectField
              id={`f-entries-${at}-when`}
              label={words("studio:whole.entryWhen")}
              value={typeof when === "string" ? when : when === undefined ? "" : "other"}
              onValue={(rule) => {
                if (rule !== "other") setInEntry(at, "when", rule === "" ? undefined : rule);
              }}
            >
              <option value="">{words("studio:whole.everybody")}</option>
              {typeof when === "object" ? (
                <option value="other">{words("studio:whole.ownCondition")}</option>
              ) : null}
              {readable.rules.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </SelectField>
            {typeof when === "object" ? (
              <ConditionBlocks
                place={{ flow, entry: at }}
                logic={when as Json}
                sayOf={(where) => studied.sentences[`${file}#/entries/${at}/when${where}`]}
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
            <TextField
              id={`f-entries-${at}-order`}
              label={words("studio:whole.entryOrder")}
              inputMode="numeric"
              value={String(order ?? "")}
              onValue={(typed) => {
                if (typed === "") setInEntry(at, "order", undefined);
                else if (/^[1-9]\d?$/.test(typed)) setInEntry(at, "order", Number.parseInt(typed, 10));
              }}
            />
            <SelectField
              id={`f-entries-${at}-icon`}
              label={words("studio:whole.entryIcon")}
              value={String(icon ?? "")}
              onValue={(name) => setInEntry(at, "icon", name === "" ? undefined : name)}
            >
              <option value="">{words("studio:whole.entryIconUsual")}</option>
              {ICONS.map((name) => (
                <option key={name} value={name}>
                  {words(`definition:icons.${name}`)}
                </option>
              ))}
            </SelectField>
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
          </li>
        ))}
        <li className="way">
          <SelectField
            id="f-entries"
            label={words("studio:whole.addEntry")}
            value=""
            onValue={(place) => place !== "" && set("entries", [...entries, { place }])}
          >
            <option value="">{words("studio:blocks.choose")}</option>
            {free.map((place) => (
              <option key={place} value={place}>
                {words(`studio:entry.${place}`)}
              </option>
            ))}
          </SelectField>
        </li>
      </ul>
      <h3>{words("studio:whole.invariants")}</h3>
      <ul className="ways">
        {invariants.map(({ before, rule }, at) => (
          <li key={`${before} ${rule}`} className="way rowwrap" id={`f-invariants-${at}`} tabIndex={-1}>
            <span className="grow">
              {words("studio:whole.invariant", {
                step: titleOf(String(before)),
                rule: readable.rules.find(({ id }) => id === rule)?.title ?? String(rule),
              })}
            </span>
            <Button small onClick={() => without("invariants", at)}>
              {words("studio:blocks.remove")}
            </Button>
          </li>
        ))}
        <li className="way">
          <AddInvariant
            steps={steps.map((id) => [id, titleOf(id)] as const)}
            rules={readable.rules}
            onAdd={(one) => set("invariants", [...invariants, one])}
          />
        </li>
      </ul>
      <h3>{words("studio:whole.reads")}</h3>
      <div className="stepbody">
        <fieldset className="field" id="f-facts" tabIndex={-1}>
          <legend>{words("studio:whole.facts")}</legend>
          <div className="ticks">
            {facts.map(([fact, declared]) => {
              const args = Object.keys(objectOf(objectOf(declared).args));
              const isNamed = Object.hasOwn(named, fact);
              return (
                <div key={fact}>
                  <label className="tick">
                    <input
                      type="checkbox"
                      id={`f-facts-${fact}`}
                      checked={isNamed}
                      onChange={(event) => {
                        const { [fact]: _, ...rest } = named;
                        set("facts", event.target.checked ? { ...rest, [fact]: {} } : rest);
                      }}
                    />
                    {words(`studio:fact.${fact}`, { defaultValue: fact })}
                  </label>
                  {isNamed
                    ? args.map((arg) => (
                        <PlaceSelect
                          key={arg}
                          id={`f-facts-${fact}-${arg}`}
                          label={words("studio:whole.argument", { name: arg })}
                          value={String(objectOf(named[fact])[arg] ?? "")}
                          readable={readable}
                          only={(path) => path.startsWith("answers.")}
                          onValue={(path) =>
                            set("facts", { ...named, [fact]: { ...objectOf(named[fact]), [arg]: path } })
                          }
                        />
                      ))
                    : null}
                </div>
              );
            })}
          </div>
        </fieldset>
        <fieldset className="field" id="f-flags" tabIndex={-1}>
          <legend>{words("studio:whole.flags")}</legend>
          <div className="ticks">
            {known.map((flag) => (
              <label key={flag} className="tick">
                <input
                  type="checkbox"
                  checked={flags.includes(flag)}
                  onChange={(event) =>
                    set(
                      "flags",
                      event.target.checked ? [...flags, flag] : flags.filter((one) => one !== flag),
                    )
                  }
                />
                {words(`flag:${flag}.title`, { defaultValue: flag })}
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <DerivedList flow={flow} readable={readable} drafting={drafting} />
      <FlowGroups definition={definition} drafting={drafting} />
      <FlowRules flow={flow} namespace={namespace} readable={readable} drafting={drafting} />
    </section>
  );
}

function AddInvariant({
  steps,
  rules,
  onAdd,
}: {
  readonly steps: readonly (readonly [string, string])[];
  readonly rules: Readable["rules"];
  readonly onAdd: (one: JsonObject) => void;
}) {
  const words = useText();
  const [before, setBefore] = useState("");
  return (
    <>
      <SelectField
        id="f-invariants"
        label={words("studio:whole.addInvariant")}
        value={before}
        onValue={setBefore}
      >
        <option value="">{words("studio:blocks.choose")}</option>
        {steps.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {before === "" ? null : (
        <SelectField
          id="f-invariants-rule"
          label={words("studio:whole.invariantRule")}
          value=""
          onValue={(rule) => {
            if (rule === "") return;
            onAdd({ before, rule });
            setBefore("");
          }}
        >
          <option value="">{words("studio:blocks.choose")}</option>
          {rules.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
