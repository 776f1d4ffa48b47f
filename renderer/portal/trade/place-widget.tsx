import type { WidgetProps } from "@rjsf/utils";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
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
 * A field for one part of an address. The person types it, or chooses a suggestion by keys, finger or mouse
 * (ARIA combobox). Without the list of places it is a plain text field.
 */
export function PlaceWidget({ id, value, schema, onChange }: WidgetProps) {
  const words = useText();
  const { pointer, hints, bad, attributes } = useControl(id);
  const part = (pointer.split("/").at(-1) ?? "") as PlacePart;
  const kept = String(value ?? "");
  const { hasPlaces, typed, shown, offered, open, at, type, show, onKey, onBlur, choose } = usePlaceBox({
    id,
    part,
    kept,
    onChange,
  });
  const input = useRef<HTMLInputElement>(null);
  // Another field may have filled in this one while the focus moved here.
  const selectFilledIn = useEffectEvent((_kept: string) => {
    if (typed === null && document.activeElement === input.current) input.current?.select();
  });
  useLayoutEffect(() => selectFilledIn(kept), [kept]);

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
          aria-activedescendant={offered[at] ? `${id}-list-${at}` : undefined}
          value={shown}
          maxLength={schema.maxLength}
          inputMode={part === "postalCode" ? "numeric" : undefined}
          autoComplete={hints.autocomplete ?? "off"}
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onClick={() => show(true)}
          onKeyDown={onKey}
          onBlur={onBlur}
          {...attributes}
        />
        <ChevronDown size={20} aria-hidden="true" className="combomark" />
      </Box>
      <OfferedList
        id={`${id}-list`}
        label={words(`form:common.address.${part}.label`)}
        open={open}
        offered={offered}
        at={at}
        choose={choose}
      />
      <span translate="no" className="sr" role="status">
        {open && hasPlaces ? words("form:place.offered", { count: offered.length }) : ""}
      </span>
    </div>
  );
}

/**
 * Holds the typed text and the suggestions for it. Choosing a suggestion or leaving the field updates the
 * whole address.
 */
function usePlaceBox({
  id,
  part,
  kept,
  onChange,
}: {
  readonly id: string;
  readonly part: PlacePart;
  readonly kept: string;
  readonly onChange: (text: string | undefined) => void;
}) {
  const language = useLanguage();
  const { leave } = useControl(id);
  const { parts, rows } = useAddress();
  const fillIn = useFillIn(id);
  // The current input; `null` while the field shows the stored value.
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const found =
    open && rows !== null ? offeredPlaces(rows, { part, parts, typed: typed ?? "", language }) : [];
  // If the typed text already names a place completely, the list stays closed, because an open list covers
  // the content below.
  const offered = found.length === 1 && isFilled(found[0], parts) ? [] : found;
  const show = (on: boolean) => {
    setOpen(on);
    setAt(-1);
  };
  const type = (given: string) => {
    const text = part === "postalCode" ? normaliseDigits(given).trim() : given;
    setTyped(text);
    onChange(text.trim() === "" ? undefined : text);
    show(true);
  };
  const choose = (one: OfferedPlace) => {
    setTyped(null);
    show(false);
    fillIn(one.fills);
  };
  const onBlur = () => {
    show(false);
    setTyped(null);
    if (typed !== null && typed.trim() !== "" && rows !== null) {
      const settled = settledPlace(rows, { part, parts: { ...parts, [part]: "" }, typed });
      if (settled !== null) return fillIn(settled);
    }
    leave();
  };
  const onKey = rows === null ? undefined : listKeys({ open, at, offered, show, setAt, choose });
  const shown = typed ?? placeName(part, kept, language);
  const hasPlaces = rows !== null;
  return { hasPlaces, typed, shown, offered, open, at, type, show, onKey, onBlur, choose };
}

/** Returns a function that fills in the address parts of a chosen place and validates the changed parts. */
function useFillIn(id: string) {
  const { pointer, parts: form } = useControl(id);
  const { parts, rows, fill } = useAddress();
  return (filled: Partial<PlaceParts>) => {
    if (rows === null) return;
    const next = withChosen(rows, parts, filled);
    fill(next);
    for (const one of Object.keys(next))
      if (next[one as PlacePart] !== parts[one as PlacePart]) form.settle(pointer.replace(/[^/]+$/, one));
    form.settle(pointer);
  };
}

/**
 * Returns the key handler of a combobox. Up and Down move the active line, Enter chooses it, and Escape
 * closes the list.
 */
function listKeys({
  open,
  at,
  offered,
  show,
  setAt,
  choose,
}: {
  readonly open: boolean;
  readonly at: number;
  readonly offered: readonly OfferedPlace[];
  readonly show: (on: boolean) => void;
  readonly setAt: (at: number) => void;
  readonly choose: (one: OfferedPlace) => void;
}) {
  return (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return show(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setAt((at + step + offered.length + (at < 0 && step < 0 ? 1 : 0)) % Math.max(offered.length, 1));
    } else if (event.key === "Enter" && open) {
      // Enter chooses the active line or closes the list. Only the next Enter submits the form.
      event.preventDefault();
      const active = offered[at];
      if (active) choose(active);
      else show(false);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      show(false);
    }
  };
}

/**
 * The suggestions below the field. The list scrolls into view when it opens, and scrolls to the active line.
 */
function OfferedList({
  id,
  label,
  open,
  offered,
  at,
  choose,
}: {
  readonly id: string;
  readonly label: string;
  readonly open: boolean;
  readonly offered: readonly OfferedPlace[];
  /** Index of the active line; -1 if no line is active. */
  readonly at: number;
  readonly choose: (one: OfferedPlace) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  useEffect(() => {
    if (at >= 0) list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!open || offered.length === 0}
      className="combolist"
    >
      {offered.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the input, which names the active line.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as the pattern says.
        <div
          key={one.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          // The field must keep the focus; otherwise the list would close during the press.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(one)}
        >
          <span>{one.name}</span> {one.beside ? <small>{one.beside}</small> : null}
        </div>
      ))}
    </div>
  );
}

function isFilled(one: OfferedPlace | undefined, parts: PlaceParts): boolean {
  return Object.entries(one?.fills ?? {}).every(([part, value]) => parts[part as PlacePart] === value);
}
