import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { PlaceSelect } from "./place-select.tsx";
import { listOf, objectOf } from "./step-file.ts";

type Sources = {
  readonly id: string;
  readonly made: Json;
  readonly readable: Readable;
  /** Data path of the derived value itself, which must not be one of its own arguments. */
  readonly without: string;
  readonly onMade: (made: Json) => void;
};

/** Fields for the arguments of a formula, or for the joined texts with their separator. */
export function DerivedSources(given: Sources) {
  const words = useText();
  const { id, made, readable, without, onMade } = given;
  const { fn, args, join } = objectOf(made);
  if (fn === undefined && join === undefined) return null;
  const name = fn === undefined ? "join" : "args";
  const places = listOf(fn === undefined ? join : args).map(String);
  return (
    <div className="gap12">
      {places.map((path, at) => (
        <PlaceSelect
          // biome-ignore lint/suspicious/noArrayIndexKey: the arguments of a formula have no names.
          key={at}
          id={`${id}-${name}-${at}`}
          label={words("studio:whole.takes", { number: at + 1 })}
          value={path}
          readable={readable}
          only={(one) => one !== without && !one.startsWith("flags.")}
          onValue={(next) => {
            const changed = places.map((one, index) => (index === at ? next : one));
            if (next !== "") onMade(madeFrom(made, changed));
          }}
        />
      ))}
      {join === undefined ? null : <JoinFields {...given} />}
    </div>
  );
}

/** Buttons that change the number of joined texts, and a field for the separator. */
function JoinFields({ id, made, readable, without, onMade }: Sources) {
  const words = useText();
  const { join, with: between } = objectOf(made);
  const places = listOf(join).map(String);
  const set = (next: readonly string[], sign?: string) => onMade(madeFrom(made, next, sign));
  return (
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
  );
}

/**
 * Returns a changed copy of a derived value with these arguments. For joined texts, `sign` is the new
 * separator.
 */
function madeFrom(made: Json, places: readonly string[], sign?: string): Json {
  const { fn, args, join, with: between, ...rest } = objectOf(made);
  if (fn !== undefined) return { ...rest, fn, args: places };
  return { ...rest, join: places, with: sign ?? between ?? " " };
}
