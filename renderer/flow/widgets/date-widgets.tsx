import type { WidgetProps } from "@rjsf/utils";
import { Check } from "lucide-react";
import { useState } from "react";
import { formatTypedDate, isPartialDate } from "../../../engine/values/local-date.ts";
import { Box } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { dateMask } from "../../kit/text/mask.ts";
import { useControl } from "./control.ts";
import { eraOf, readTyped } from "./typed-date.ts";

/**
 * A date field that accepts the Buddhist and the Christian era. The date in the other era is shown below it.
 */
export function DateWidget(props: WidgetProps) {
  return <EraInput {...props} partial={false} />;
}

/** A date field that also accepts a date whose day or month is unknown, as on some ID cards. */
export function PartialDateWidget(props: WidgetProps) {
  return <EraInput {...props} partial />;
}

function EraInput({ id, value, onChange, partial }: WidgetProps & { readonly partial: boolean }) {
  const words = useText();
  const thai = useLanguage() === "th";
  const { hints, bad, leave, attributes } = useControl(id);
  const [text, setText] = useState(() => typedOf(value, thai ? "buddhist" : "christian"));
  const date = readTyped(text, partial);
  const era = eraOf(text);
  return (
    <>
      <Box bad={bad} after={era ? <span className="mut s14 nb">{words(`common:era.${era}`)}</span> : null}>
        <input
          translate="no"
          id={id}
          className="num"
          value={text}
          inputMode="numeric"
          autoComplete={hints.autocomplete ?? "off"}
          onChange={(event) => {
            const next = dateMask.clean(event.target.value);
            setText(next);
            // Incomplete text is stored as typed. A draft can therefore show it again; the validator rejects
            // it on submit.
            onChange(next === "" ? undefined : (readTyped(next, partial) ?? next));
          }}
          onBlur={() => {
            if (date && era) setText(formatTypedDate(date, era));
            leave();
          }}
          {...attributes}
        />
      </Box>
      <p translate="no" className="okmsg" aria-live="polite">
        {date && era && !bad ? (
          <>
            <Check size={16} strokeWidth={2.25} aria-hidden="true" />
            <span>
              {words("common:era.same", {
                date: formatTypedDate(date, era === "buddhist" ? "christian" : "buddhist"),
                era: words(`common:era.${era === "buddhist" ? "christian" : "buddhist"}`),
              })}
            </span>
          </>
        ) : null}
      </p>
    </>
  );
}

function typedOf(value: unknown, era: "buddhist" | "christian"): string {
  const text = String(value ?? "");
  return isPartialDate(text) ? formatTypedDate(text, era) : text;
}
