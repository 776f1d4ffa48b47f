import { Calendar, Info } from "lucide-react";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Path } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { type Pair, Pairs } from "../../parts/small-parts.tsx";
import { useText } from "../../text/i18n.ts";
import { linesOf } from "../show-value.ts";

/** Functions of the registry whose value is taken off an amount, and the one that is what is left. */
const TAKEN_OFF = new Set(["fee", "vat"]);
const WHAT_IS_LEFT = new Set(["net"]);

/** Reads a value at a path; `undefined` where it is missing. */
export type Read = (path: Path) => Json | undefined;

/**
 * Values beside a form or before a confirmation: what follows from the answers (fees with a true minus, what is left set
 * off by a line) in a card, and what the fund says about days and prices in a note below.
 */
export function ShownPanel({
  definition,
  shows,
  read,
  onChange,
}: {
  readonly definition: Definition;
  readonly shows: readonly Path[];
  readonly read: Read;
  /** Opens the step of an answer that is shown, where it may be changed. */
  readonly onChange?: (step: string) => (() => void) | null;
}) {
  const paths = shows.map((path) => path.replace(/\?$/, ""));
  const answers = paths.filter((path) => path.startsWith("answers."));
  const derived = pairsOf(
    definition,
    paths.filter((path) => path.startsWith("derived.")),
    read,
  );
  const rest = pairsOf(
    definition,
    paths.filter((path) => /^(facts|effects)\./.test(path)),
    read,
  );
  return (
    <>
      <AnswerLines definition={definition} paths={answers} read={read} onChange={onChange} />
      {derived.length > 0 ? (
        <section className="card card--pad shown" aria-live="polite">
          <Pairs of={derived} />
        </section>
      ) : null}
      {rest.length > 0 ? (
        <section className="note shown">
          {paths.some((path) => path.startsWith("facts.dealing.")) ? (
            <Calendar size={20} aria-hidden="true" />
          ) : (
            <Info size={20} aria-hidden="true" />
          )}
          <Pairs of={rest} />
        </section>
      ) : null}
    </>
  );
}

/** Labels and values of paths, missing ones left out. */
export function pairsOf(definition: Definition, paths: readonly Path[], read: Read): readonly Pair[] {
  return paths.flatMap((path) => {
    const fn = functionOf(definition, path);
    return linesOf(definition, path, read(path)).map((line) => ({
      key: line.path,
      label: line.label,
      value: TAKEN_OFF.has(fn) ? `−${line.value}` : line.value,
      ...(WHAT_IS_LEFT.has(fn)
        ? { look: "sum" as const }
        : fn === "units"
          ? { look: "strong" as const }
          : {}),
    }));
  });
}

function AnswerLines({
  definition,
  paths,
  read,
  onChange,
}: {
  readonly definition: Definition;
  readonly paths: readonly Path[];
  readonly read: Read;
  readonly onChange: ((step: string) => (() => void) | null) | undefined;
}) {
  const words = useText();
  const steps = [...new Set(paths.map((path) => path.split(".")[1] ?? ""))];
  return steps.map((step) => {
    const lines = paths
      .filter((path) => path.split(".")[1] === step)
      .flatMap((path) => linesOf(definition, path, read(path)));
    const change = onChange?.(step) ?? null;
    return lines.length === 0 ? null : (
      <div key={step} className="answerlines row between">
        <p className="mut">
          {lines.map((line) => (
            <span key={line.path}>
              <span className="sr">{line.label}: </span>
              {line.value}
            </span>
          ))}
        </p>
        {change ? (
          <button type="button" className="link" onClick={change}>
            {words("button:change")}
            <span className="sr"> {lines.map((line) => line.label).join(", ")}</span>
          </button>
        ) : null}
      </div>
    );
  });
}

function functionOf(definition: Definition, path: Path): string {
  const [root, name = ""] = path.split(".");
  const of = root === "derived" ? definition.flow.derived[name] : undefined;
  return of && "fn" in of ? of.fn : "";
}
