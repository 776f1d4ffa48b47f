import type { WidgetProps } from "@rjsf/utils";
import { type ReactNode, useMemo } from "react";
import { isObject } from "../../../engine/flow/form-schema.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Box } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { optionText } from "../show-value.ts";
import { tradeParts } from "../trade-parts.ts";
import { byName } from "./by-name.ts";
import { useControl } from "./control.ts";

/** A field with which a person picks one of several options. Each option is drawn as a card. */
export function ChoiceCardsWidget(props: WidgetProps) {
  const { parts, pointer } = useControl(props.id);
  return (
    <Choices
      {...props}
      draw={(value) => <span>{optionText(parts.definition, parts.step, pointer, value)}</span>}
    />
  );
}

/** A field with the options yes and no, side by side. Neither is preselected. */
export function YesNoWidget(props: WidgetProps) {
  const { parts, pointer } = useControl(props.id);
  return (
    <Choices
      {...props}
      values={[true, false]}
      pair
      draw={(value) => <span>{optionText(parts.definition, parts.step, pointer, value)}</span>}
    />
  );
}

/** A field with which a person picks one of several options. The caller draws each option. */
export function Choices({
  id,
  value,
  schema,
  onChange,
  draw,
  values = valuesOf(schema),
  pair,
}: WidgetProps & {
  readonly draw: (value: Json) => ReactNode;
  readonly values?: readonly Json[];
  readonly pair?: boolean;
}) {
  const { hints, settle, attributes } = useControl(id);
  const Chart = tradeParts().charts[String(hints.chart ?? "")];
  return (
    <>
      {Chart ? <Chart /> : null}
      <div className={pair ? "choices choices--pair" : "choices"}>
        {values.map((option) => (
          <label key={String(option)} className="choice">
            <input
              type="radio"
              name={id}
              checked={value === option}
              onChange={() => {
                onChange(option);
                settle();
              }}
              aria-invalid={attributes["aria-invalid"]}
            />
            {draw(option)}
          </label>
        ))}
      </div>
    </>
  );
}

/**
 * A field with which a person picks any number of options, each drawn as a card. The value keeps the order of
 * the options.
 */
export function CheckCardsWidget({ id, value, schema, onChange }: WidgetProps) {
  useText();
  const { parts, pointer, settle } = useControl(id);
  const items = isObject(schema.items as Json) ? (schema.items as Record<string, Json>) : {};
  const all = valuesOf(items);
  const chosen = Array.isArray(value) ? (value as readonly Json[]) : [];
  const toggle = (option: Json, on: boolean) => {
    const next = all.filter((one) => (one === option ? on : chosen.includes(one)));
    onChange(next.length > 0 ? next : undefined);
    settle();
  };
  return (
    <div className="choices">
      {all.map((option) => {
        const text = optionText(parts.definition, parts.step, pointer, option);
        // A code without a text of its own gets an explanation beside it.
        const beside = text === option ? tradeParts().besideCode(text) : null;
        return (
          <label key={String(option)} className="choice">
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            <span>
              {text}
              {beside === null ? null : <small>{beside}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** A native `<select>`, for fields with many options. */
export function SelectWidget(props: WidgetProps) {
  return <Select {...props} values={valuesOf(props.schema)} />;
}

/**
 * A field with which a person picks a country. Countries are sorted by name in the current language, with the
 * most likely one first.
 */
export function CountryWidget(props: WidgetProps) {
  const language = useLanguage();
  const { parts, pointer } = useControl(props.id);
  const values = useMemo(() => {
    const name = (value: Json) => optionText(parts.definition, parts.step, pointer, value);
    return byName(valuesOf(props.schema), { name, language, first: LIKELIEST });
  }, [language, parts.definition, parts.step, pointer, props.schema]);
  return <Select {...props} values={values} />;
}

const LIKELIEST = "TH";

function Select({ id, value, values, onChange }: WidgetProps & { readonly values: readonly Json[] }) {
  const words = useText();
  const { parts, pointer, hints, bad, leave, settle, attributes } = useControl(id);
  return (
    <Box look="select" bad={bad}>
      <select
        id={id}
        value={values.indexOf(value)}
        autoComplete={hints.autocomplete}
        onChange={(event) => {
          onChange(values[Number(event.target.value)]);
          settle();
        }}
        onBlur={leave}
        {...attributes}
      >
        <option value={-1} disabled>
          {words("common:flow.choose")}
        </option>
        {values.map((option, at) => (
          <option key={String(option)} value={at}>
            {optionText(parts.definition, parts.step, pointer, option)}
          </option>
        ))}
      </select>
    </Box>
  );
}

function valuesOf(schema: Readonly<Record<string, unknown>>): readonly Json[] {
  if (Array.isArray(schema.enum)) return schema.enum as readonly Json[];
  return schema.type === "boolean" ? [true, false] : [];
}
