import { useNavigate } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import type { Path, Paths, Sentence } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { language, useText } from "../../kit/text/i18n.ts";
import { addressOf, pathsAddress, stepTitle, usePaths } from "./paths-data.ts";
import "./paths.css";

const TONES = { done: "gain", stopped: "loss", provisional: "warn", wait: "info" } as const;

/**
 * The paths of a flow, grouped by end. They can be searched by step, end or condition, and each has a
 * preview.
 */
export function PathList({ flow }: { readonly flow: string }) {
  const words = useText();
  const { versions, chosen, paths, error, isMissing, retry } = usePaths(flow);
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const title = paths?.title[language()] ?? flow;
  return (
    <div className="screen">
      <div>
        <h1 tabIndex={-1}>{words("paths:title", { flow: title })}</h1>
        <p className="mut">{words("paths:intro")}</p>
      </div>
      <div className="rowwrap">
        <div className="grow">
          <SelectField
            id="version"
            label={words("paths:version")}
            value={chosen ? addressOf(chosen) : ""}
            onValue={(address) => {
              const version = versions.find((one) => addressOf(one) === address) ?? null;
              void navigate({ href: pathsAddress({ flow, version }), replace: true });
            }}
          >
            {versions.map((one) => (
              <option key={one.id} value={addressOf(one)}>
                {`${one.number === null ? addressOf(one) : sentence(words("definition:version", { number: one.number }))}: ${words(`definition:state.${one.state}`)}`}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="grow">
          <TextField
            id="find"
            type="search"
            label={words("paths:search")}
            placeholder={words("paths:searchHint")}
            value={search}
            onValue={setSearch}
          />
        </div>
      </div>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {isMissing ? <EmptyState title={words("paths:none.title")}>{flow}</EmptyState> : null}
      {paths === null && !error && !isMissing ? <LoadingShape rows={6} /> : null}
      {paths === null ? null : (
        <FoundPaths paths={paths} of={paths.classes.filter((one) => isFound(paths, one, wanted))} />
      )}
    </div>
  );
}

/** The paths that match the search, grouped by end. */
function FoundPaths({ paths, of }: { readonly paths: Paths; readonly of: readonly Path[] }) {
  const words = useText();
  const ends = [...new Set(of.map(({ end }) => end.step))];
  return (
    <>
      <p className="small" role="status">
        {words("paths:count", { shown: of.length, all: paths.classes.length })}
      </p>
      {paths.merged ? (
        <Note>
          {words("paths:merged", {
            ways: paths.ways.toLocaleString("en"),
            bound: paths.merged.bound,
          })}
        </Note>
      ) : null}
      {of.length === 0 ? (
        <EmptyState title={words("paths:none.title")}>{words("paths:none.text")}</EmptyState>
      ) : null}
      {ends.map((end) => (
        <PathsTo key={end} paths={paths} end={end} classes={of.filter((one) => one.end.step === end)} />
      ))}
    </>
  );
}

function PathsTo({
  paths,
  end,
  classes,
}: {
  readonly paths: Paths;
  readonly end: string;
  readonly classes: readonly Path[];
}) {
  const words = useText();
  const [first] = classes;
  const count = paths.merged?.by.find((one) => one.end === end);
  if (first === undefined) return null;
  return (
    <section aria-labelledby={`to-${end}`}>
      <div className="pathshead">
        <h2 id={`to-${end}`}>{stepTitle(paths, end)}</h2>
        <Badge tone={TONES[first.end.kind]}>{words(`paths:kind.${first.end.kind}`)}</Badge>
        {count ? (
          <span className="small">
            {words("paths:mergedEnd", {
              shown: count.shown.toLocaleString("en"),
              ways: count.ways.toLocaleString("en"),
            })}
          </span>
        ) : null}
      </div>
      <ul className="card list">
        {classes.map((one) => (
          <li key={one.name} className="pathrow">
            <PathRow paths={paths} of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PathRow({ paths, of }: { readonly paths: Paths; readonly of: Path }) {
  const words = useText();
  // A path may check one condition twice, because facts may change in between. The list shows it once.
  const said = (conditions: Path["conditions"]) => [
    ...new Set(conditions.map(({ says }) => says[language()])),
  ];
  const own = specialOf(paths, of);
  const title =
    own.length > 0 ? said(own) : [words(of.conditions.length > 0 ? "paths:usual" : "paths:everybody")];
  return (
    <>
      <div className="pathwhat">
        <span className="num mut">{of.number}</span>
        <div>
          {title.map((text) => (
            <p key={text}>{sentence(text)}</p>
          ))}
          <details>
            <summary className="small">{words("paths:all")}</summary>
            <div className="pathdetail">
              {of.conditions.length > 0 ? (
                <div>
                  <h3>{words("paths:conditions")}</h3>
                  <ul className="plainlist">
                    {said(of.conditions).map((text) => (
                      <li key={text}>{sentence(text)}</li>
                    ))}
                  </ul>
                </div>
              ) : null}
              <div>
                <h3>{words("paths:steps")}</h3>
                <ol className="plainlist">
                  {of.steps
                    .filter((step) => paths.titles[step] ?? paths.effects[step])
                    .map((step) => (
                      <li key={step}>
                        {paths.titles[step] === undefined ? null : `${stepTitle(paths, step)} `}
                        <span className="small num">{step}</span>
                        <Done what={paths.effects[step]} />
                      </li>
                    ))}
                </ol>
              </div>
            </div>
            <p className="small num">{of.name}</p>
          </details>
        </div>
      </div>
      <ButtonLink
        kind="soft"
        small
        href={pathsAddress({ flow: paths.version.flow, version: paths.version, path: of.name })}
      >
        {words("paths:preview.open")}
        <span className="sr">: {title.join(", ")}</span>
      </ButtonLink>
    </>
  );
}

/** A text that says what the server does at a step without a screen. */
function Done({ what }: { readonly what: Sentence | undefined }) {
  const words = useText();
  if (what === undefined) return null;
  return <span className="block">{words("paths:does", { what: what[language()] })}</span>;
}

/** Returns the conditions that distinguish a path from the usual one. */
function specialOf({ classes }: Paths, of: Path): Path["conditions"] {
  const usual = classes.find(({ end }) => end.kind === "done") ?? classes[0];
  return of.conditions.filter(
    ({ says }) => usual?.conditions.some((condition) => condition.says.en === says.en) !== true,
  );
}

function isFound(paths: Paths, one: Path, search: string): boolean {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === "") return true;
  const texts = [
    one.name,
    one.says[language()],
    ...one.steps.flatMap((step) => [step, stepTitle(paths, step)]),
  ];
  return texts.some((text) => text.toLocaleLowerCase().includes(wanted));
}

/** Returns a condition as a sentence with a capital letter. */
function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
