import type { WidgetProps } from "@rjsf/utils";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PlacePart, PlaceParts } from "../../../domain/thai-places.ts";
import { normaliseDigits } from "../../../engine/values/thai-digits.ts";
import { useControl } from "../../flow/widgets/control.ts";
import { Box } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./place-widget.css";
import { useAddress } from "./address-field.tsx";
import { type OfferedPlace, offeredPlaces, settledPlace, withChosen } from "./offered-places.ts";
import { placeName } from "./places.ts";

/**
 * A part of an address: typed, or chosen from the suggestions by keys, finger or mouse (ARIA combobox). Without the
 * list it is a plain text field.
 */
export function PlaceWidget({ id, value, schema, onChange }: WidgetProps) {
  const words = useText();
  const language = useLanguage();
  const { pointer, parts: form, hints, bad, leave, attributes } = useControl(id);
  const { parts, rows, fill } = useAddress();
  const part = (pointer.split("/").at(-1) ?? "") as PlacePart;
  const kept = String(value ?? "");
  // The current input; `null` while the field shows the stored value.
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = typed ?? placeName(part, kept, language);
  const found =
    open && rows !== null ? offeredPlaces(rows, { part, parts, typed: typed ?? "", language }) : [];
  // A complete text needs no list, which would cover what is below.
  const offered = found.length === 1 && isFilled(found[0], parts) ? [] : found;
  const active = offered[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another field filled this one in while the caret came here.
  useLayoutEffect(() => {
    if (typed === null && document.activeElement === input.current) input.current?.select();
  }, [kept]);
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const show = (on: boolean) => {
    setOpen(on);
    setAt(-1);
  };
  const take = (filled: Partial<PlaceParts>) => {
    if (rows === null) return;
    const next = withChosen(rows, parts, filled);
    fill(next);
    for (const one of Object.keys(next))
      if (next[one as PlacePart] !== parts[one as PlacePart]) form.settle(pointer.replace(/[^/]+$/, one));
    form.settle(pointer);
  };
  const choose = (one: OfferedPlace) => {
    setTyped(null);
    show(false);
    take(one.fills);
  };
  const blur = () => {
    show(false);
    setTyped(null);
    if (typed !== null && typed.trim() !== "" && rows !== null) {
      const settled = settledPlace(rows, { part, parts: { ...parts, [part]: "" }, typed });
      if (settled !== null) return take(settled);
    }
    leave();
  };
  const keys = (event: KeyboardEvent) => {
    if (rows === null) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return show(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((at + step + offered.length + (at < 0 && step < 0 ? 1 : 0)) % Math.max(offered.length, 1));
    } else if (event.key === "Enter" && open) {
      // Enter chooses, or closes the list; the next Enter submits the form.
      event.preventDefault();
      if (active) choose(active);
      else show(false);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      show(false);
    }
  };

  return (
    <div className="combo">
      <Box bad={bad}>
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={open && offered.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${id}-list-${at}` : undefined}
          value={shown}
          maxLength={schema.maxLength}
          inputMode={part === "postalCode" ? "numeric" : undefined}
          autoComplete={hints.autocomplete ?? "off"}
          spellCheck={false}
          onChange={(event) => {
            const text =
              part === "postalCode" ? normaliseDigits(event.target.value).trim() : event.target.value;
            setTyped(text);
            onChange(text.trim() === "" ? undefined : text);
            show(true);
          }}
          onClick={() => show(true)}
          onKeyDown={keys}
          onBlur={blur}
          {...attributes}
        />
        <ChevronDown size={20} aria-hidden="true" className="combomark" />
      </Box>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words(`form:common.address.${part}.label`)}
        hidden={!open || offered.length === 0}
        className="combolist"
      >
        {offered.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the input, which names the active line.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as the pattern says.
          <div
            key={one.key}
            id={`${id}-list-${index}`}
            role="option"
            aria-selected={index === at}
            // The field keeps the focus, so that the list does not close during the press.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            <span>{one.name}</span> {one.beside ? <small>{one.beside}</small> : null}
          </div>
        ))}
      </div>
      <span translate="no" className="sr" role="status">
        {open && rows !== null ? words("form:place.offered", { count: offered.length }) : ""}
      </span>
    </div>
  );
}

function isFilled(one: OfferedPlace | undefined, parts: PlaceParts): boolean {
  return Object.entries(one?.fills ?? {}).every(([part, value]) => parts[part as PlacePart] === value);
}
