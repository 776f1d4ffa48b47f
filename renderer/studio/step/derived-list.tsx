import { trade } from "../../../domain/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { ruleTitle } from "../rules/rule-title.ts";
import { AddDerived } from "./add-derived.tsx";
import { DerivedSources } from "./derived-sources.tsx";
import { flowInDraft, objectOf } from "./step-file.ts";

/**
 * The derived values of a flow. They are computed by a rule, by a formula or by joining texts, or are
 * constants.
 */
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
  return (
    <>
      <h3>{words("studio:whole.derived")}</h3>
      <ul className="ways">
        {Object.entries(derived).map(([name, made]) => (
          <li key={name} className="way" id={`f-derived-${name}`} tabIndex={-1}>
            <DerivedHead
              name={readable.places.find(({ path }) => path === `derived.${name}`)?.name[lng] ?? name}
              of={made}
              titleOfRule={titleOfRule}
              onRemove={() => apply({ op: "remove-value", args: { file, pointer: `/derived/${name}` } })}
            />
            <DerivedSources
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
            rules={valueRules(draft, flow).map((rule) => [rule, titleOfRule(rule)])}
            readable={readable}
            taken={Object.keys(derived)}
            onAdd={put}
          />
        </li>
      </ul>
    </>
  );
}

/** The name of a derived value, the way it is computed, and a button that removes it. */
function DerivedHead({
  name,
  of,
  titleOfRule,
  onRemove,
}: {
  readonly name: string;
  readonly of: Json;
  readonly titleOfRule: (rule: string) => string;
  readonly onRemove: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const { rule, fn, join, const: constant } = objectOf(of);
  const sayOrigin = (): string => {
    if (rule !== undefined) return words("studio:whole.byRule", { rule: titleOfRule(String(rule)) });
    if (constant !== undefined) return words("studio:whole.byConstant", { value: String(constant) });
    if (join !== undefined) return words("studio:whole.byJoin");
    const called = trade.functions[String(fn)]?.meaning[lng] ?? String(fn);
    return words("studio:whole.byFunction", { name: called });
  };
  return (
    <span className="rowwrap">
      <span className="grow">
        <b>{name}</b> <span className="small">{sayOrigin()}</span>
      </span>
      <Button small onClick={onRemove}>
        {words("studio:blocks.remove")}
      </Button>
    </span>
  );
}

/** Returns the ids of the rules that return a value: those of the flow and those shared by all flows. */
function valueRules(draft: Drafting["draft"], flow: string): readonly string[] {
  return Object.keys(draft)
    .filter((path) => path.startsWith(`flows/${flow}/rules/`) || path.startsWith("flows/shared/rules/"))
    .flatMap((path) => {
      const { id, value } = objectOf(readFile(draft, path));
      return value === undefined ? [] : [String(id)];
    });
}
