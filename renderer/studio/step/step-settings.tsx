import type { Definition } from "../../../engine/flow/index.ts";
import { flowKeys, stepKeys } from "../../../engine/flow/text-keys.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { Checklists } from "./checklists.tsx";
import { EffectInputs } from "./effect-inputs.tsx";
import { effectsIn } from "./new-step.ts";
import { PlaceSelect } from "./place-select.tsx";
import { PreparedLetters } from "./prepared-letters.tsx";
import { ShownList } from "./shown-list.tsx";
import { listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** Pages that an end may link to, besides flows. */
export const LINKS = [
  "/",
  "/overview",
  "/strategies",
  "/transactions",
  "/documents",
  "/cases",
  "/me",
  "/me/profile",
  "/me/security",
  "/contact",
  "/faq",
  "/confirm-email",
  "/kyc",
  "/invest",
  "/pin",
] as const;

/** The settings of a step by its kind, besides texts and questions; all closed lists. */
export function StepSettings({
  definition,
  step,
  titleOf,
  readable,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly titleOf: (step: string) => string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const content = stepInDraft(draft, flow, step);
  const { kind } = content;
  const steps = stepsInDraft(draft, flow);
  const groups = definition.flow.groups ?? [];
  const set = (name: string, value: Json | undefined) =>
    void apply(
      value === undefined
        ? { op: "remove-value", args: { file, pointer: `/steps/${step}/${name}` } }
        : {
            op: "set-value",
            args: {
              file,
              pointer: `/steps/${step}/${name}`,
              value,
              ...(content[name] === undefined ? { before: "next" } : {}),
            },
          },
    );
  const choice = (name: string, options: readonly (readonly [string, string])[], none?: string) => (
    <SelectField
      key={name}
      id={`s-${name}`}
      label={words(`studio:setting.${name}`)}
      value={String(content[name] ?? "")}
      onValue={(value) => set(name, value === "" ? undefined : value)}
    >
      {none === undefined && content[name] !== undefined ? null : (
        <option value="">{none ?? words("studio:blocks.choose")}</option>
      )}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
  const stepsOf = (...kinds: readonly string[]) =>
    steps
      .filter(([id, one]) => id !== step && (kinds.length === 0 || kinds.includes(String(one.kind))))
      .map(([id]) => [id, titleOf(id)] as const);
  const ruleChoices = readable.rules.map(({ id, title }) => [id, title] as const);
  const checks = listOf(content.check).map(String);
  const mayCheck = kind === "form" || (kind === "effect" && content.form === true);
  return (
    <>
      {mayCheck ? (
        <>
          <h3>{words("studio:setting.check")}</h3>
          <ul className="ways">
            {checks.map((rule, at) => (
              <li key={rule} className="way rowwrap" id={`s-check-${at}`} tabIndex={-1}>
                <span className="grow">{readable.rules.find(({ id }) => id === rule)?.title ?? rule}</span>
                <Button
                  small
                  onClick={() =>
                    set("check", checks.length === 1 ? undefined : checks.filter((one) => one !== rule))
                  }
                >
                  {words("studio:blocks.remove")}
                </Button>
              </li>
            ))}
            <li className="way">
              <SelectField
                id="s-check"
                label={words("studio:setting.addCheck")}
                value=""
                onValue={(rule) => rule !== "" && set("check", [...checks, rule])}
              >
                <option value="">{words("studio:blocks.choose")}</option>
                {ruleChoices
                  .filter(([id]) => !checks.includes(id))
                  .map(([id, title]) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
              </SelectField>
            </li>
          </ul>
        </>
      ) : null}
      {kind === "effect" ? (
        <>
          <div className="stepbody">
            {choice(
              "effect",
              // One that the flow may no longer use stays shown: a finding says why.
              [...new Set([...effectsIn(draft, flow), String(content.effect)])].map(
                (id) => [id, words(`definition:effects.${id}`)] as const,
              ),
            )}
          </div>
          <EffectInputs definition={definition} step={step} readable={readable} drafting={drafting} />
          <Checklists definition={definition} step={step} readable={readable} drafting={drafting} />
          <PreparedLetters definition={definition} step={step} readable={readable} drafting={drafting} />
          {routes(
            Object.keys(objectOf(objectOf(readFile(draft, `schemas/effects/${content.effect}.json`)).errors)),
          )}
        </>
      ) : null}
      {kind === "challenge" ? (
        <div className="stepbody">
          {choice(
            "challenge",
            ["pin", "otp", "totp"].map((one) => [one, words(`studio:challenge.${one}`)] as const),
          )}
          {choice("binds", stepsOf("review"))}
          {content.challenge === "otp" ? (
            <>
              {choice(
                "action",
                names.actions.map((one) => [one, words(`studio:action.${one}`)] as const),
              )}
              {choice(
                "channel",
                ["email", "sms"].map((one) => [one, words(`studio:channel.${one}`)] as const),
              )}
              <PlaceSelect
                id="s-to"
                label={words("studio:setting.codeTo")}
                value={String(content.to ?? "")}
                none={words("studio:setting.codeToKnown")}
                readable={readable}
                only={(path) => path.startsWith("answers.")}
                onValue={(path) => set("to", path === "" ? undefined : path)}
              />
            </>
          ) : null}
          <SelectField
            id="s-errors-exhausted"
            label={words("studio:setting.exhausted")}
            value={routeSaid(objectOf(content.errors).exhausted)}
            onValue={(value) => set("errors", { exhausted: routeFrom(value) })}
          >
            {routeOptions(false)}
          </SelectField>
          <TextPair
            id="t-errors-exhausted"
            name={words("studio:setting.exhaustedSays")}
            keys={[...stepKeys(definition, step, "errors.exhausted"), "warning:errors.exhausted"]}
            drafting={drafting}
            mayEdit
          />
        </div>
      ) : null}
      {kind === "wait" ? (
        <div className="stepbody">
          {choice(
            "for",
            effectsIn(draft, flow, "events").map((id) => [id, words(`studio:events.${id}`)] as const),
          )}
          {choice("since", stepsOf("effect", "challenge", "wait"))}
          <TextField
            id="s-within"
            label={words("studio:setting.within")}
            inputMode="numeric"
            value={/^P(\d+)D$/.exec(String(content.within ?? ""))?.[1] ?? ""}
            onValue={(days) => /^[1-9]\d{0,2}$/.test(days) && set("within", `P${days}D`)}
          />
          <PlaceSelect
            id="s-until"
            label={words("studio:setting.until")}
            value={String(content.until ?? "")}
            none={words("studio:setting.none")}
            readable={readable}
            only={(path) => readable.places.some((one) => one.path === path && one.kind === "instant")}
            onValue={(path) => set("until", path === "" ? undefined : path)}
          />
          <SelectField
            id="s-onTimeout-to"
            label={words("studio:setting.onTimeout")}
            value={String(objectOf(content.onTimeout).to ?? "")}
            onValue={(to) => set("onTimeout", { to })}
          >
            {stepsOf().map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        </div>
      ) : null}
      {kind === "end" ? (
        <>
          <div className="stepbody">
            {choice(
              "outcome",
              ["done", "stopped", "provisional"].map((one) => [one, words(`studio:outcome.${one}`)] as const),
            )}
            {choice("explains", ruleChoices, words("studio:setting.none"))}
          </div>
          <h3>{words("studio:setting.links")}</h3>
          <ul className="ways">
            {listOf(content.links).map((link, at) => (
              <li key={String(link)} className="way" id={`s-links-${at}`} tabIndex={-1}>
                <span className="rowwrap">
                  <span className="grow">{linkName(String(link))}</span>
                  <Button
                    small
                    onClick={() => {
                      const rest = listOf(content.links).filter((_, index) => index !== at);
                      set("links", rest.length === 0 ? undefined : rest);
                    }}
                  >
                    {words("studio:blocks.remove")}
                  </Button>
                </span>
                <TextPair
                  id={`t-links-${at}`}
                  name={words("studio:setting.button")}
                  keys={stepKeys(definition, step, `links.${at}`)}
                  drafting={drafting}
                  mayEdit
                />
              </li>
            ))}
            <li className="way">
              <SelectField
                id="s-links"
                label={words("studio:setting.addLink")}
                value=""
                onValue={(link) =>
                  link !== "" &&
                  apply({
                    op: "set-value",
                    args: {
                      file,
                      pointer: `/steps/${step}/links`,
                      value: [...listOf(content.links), link],
                    },
                  })
                }
              >
                <option value="">{words("studio:blocks.choose")}</option>
                {[...LINKS, `flow:${flow}`]
                  .filter((link) => !listOf(content.links).includes(link))
                  .map((link) => (
                    <option key={link} value={link}>
                      {linkName(link)}
                    </option>
                  ))}
              </SelectField>
            </li>
          </ul>
        </>
      ) : null}
      {kind === "decide" ? null : (
        <ShownList definition={definition} step={step} readable={readable} drafting={drafting} />
      )}
      {groups.length > 0 && kind !== "decide" ? (
        <div className="stepbody">
          {choice(
            "group",
            groups.map((one) => [one, words(flowKeys(definition, `groups.${one}`)[0] ?? one)] as const),
            words("studio:setting.none"),
          )}
        </div>
      ) : null}
    </>
  );

  /** The next step of each error. */
  function routes(codes: readonly string[]) {
    if (codes.length === 0) return null;
    return (
      <>
        <h3>{words("studio:setting.errors")}</h3>
        <div className="stepbody">
          {codes.map((code) => (
            <SelectField
              key={code}
              id={`s-errors-${code}`}
              label={words(`studio:errorCode.${code}`, { defaultValue: code })}
              value={routeSaid(objectOf(content.errors)[code])}
              onValue={(value) =>
                set("errors", { ...objectOf(content.errors), [code]: routeFrom(value) } as JsonObject)
              }
            >
              <option value="">{words("studio:blocks.choose")}</option>
              {routeOptions(true)}
            </SelectField>
          ))}
        </div>
      </>
    );
  }

  function routeOptions(mayRetry: boolean) {
    return (
      <>
        {stepsOf().map(([id, title]) => (
          <option key={`to ${id}`} value={`to ${id}`}>
            {words("studio:route.to", { step: title })}
          </option>
        ))}
        {stepsOf("form", "review").map(([id, title]) => (
          <option key={`reopen ${id}`} value={`reopen ${id}`}>
            {words("studio:route.reopen", { step: title })}
          </option>
        ))}
        {mayRetry
          ? stepsOf("end").map(([id, title]) => (
              <option key={`retry ${id}`} value={`retry ${id}`}>
                {words("studio:route.retry", { step: title })}
              </option>
            ))
          : null}
      </>
    );
  }

  function linkName(link: string): string {
    if (link.startsWith("flow:")) return words("studio:link.flow");
    return words(`studio:link.${link === "/" ? "home" : link.slice(1).replaceAll("/", "-")}`);
  }
}

function routeSaid(route: Json | undefined): string {
  const { to, reopen, retry } = objectOf(route);
  if (retry !== undefined) return `retry ${to}`;
  return reopen === undefined ? (to === undefined ? "" : `to ${to}`) : `reopen ${reopen}`;
}

function routeFrom(said: string): JsonObject {
  const [kind, step = ""] = said.split(" ");
  if (kind === "retry") return { retry: 3, to: step };
  return kind === "reopen" ? { reopen: step } : { to: step };
}
