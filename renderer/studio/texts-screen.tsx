import { useParams } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Definition } from "../../engine/flow/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { TextField } from "../kit/parts/fields.tsx";
import { PageLink } from "../kit/parts/page-link.tsx";
import { EmptyState, LoadingShape } from "../kit/parts/states.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { StaffPage } from "../staff/staff-gate.tsx";
import type { BaseVersion } from "./draft/base-version.ts";
import { type TextPlace, textPlacesOf } from "./draft/text-places.ts";
import { keyInDraft, textOfDraft } from "./draft/texts-of-draft.ts";
import { type Drafting, useDraft } from "./draft/use-draft.ts";
import { useEngine } from "./engine/use-engine.ts";
import { FindingsPanel } from "./findings/findings-panel.tsx";
import { TextPair } from "./step/text-pair.tsx";
import { StudioHead } from "./studio-head.tsx";
import { TextsFile } from "./texts-file.tsx";
import { WithVersion } from "./with-version.tsx";
import "./studio.css";

/** The page of all texts of a flow, Thai and English side by side. Missing texts come first. */
export default function TextsScreen() {
  const words = useText();
  const { flow } = useParams({ strict: false }) as { flow: string };
  return (
    <StaffPage title={words("studio:texts.title")} at="/studio">
      <WithVersion key={flow} flow={flow}>
        {(base) => <Texts key={base.of.id} {...base} />}
      </WithVersion>
    </StaffPage>
  );
}

function Texts(base: BaseVersion) {
  const words = useText();
  const lng = useLanguage();
  const { of, mayEdit } = base;
  const drafting = useDraft(base);
  const studied = useEngine(of.flow, drafting, { wants: "rules" });
  const search = useTextSearch(studied.definition, drafting);
  return (
    <div className="screen studio">
      <StudioHead
        back={
          <PageLink className="link small" to="/studio/flows/$flow" params={{ flow: of.flow }}>
            {words("studio:rule.back", { flow: of.title[lng] })}
          </PageLink>
        }
        title={words("studio:texts.title")}
        intro={words("studio:texts.intro")}
        of={base}
        drafting={drafting}
        studied={studied}
      />
      {studied.definition === null ? (
        <LoadingShape rows={8} />
      ) : (
        <>
          <TextsFile flow={of.flow} places={search.places} drafting={drafting} mayEdit={mayEdit} />
          <SearchFields of={search} />
          <TextList of={search.shown} drafting={drafting} mayEdit={mayEdit} />
        </>
      )}
      <FindingsPanel of={studied} placeOf={() => ({})} nameOf={() => null} onGo={() => undefined} />
    </div>
  );
}

const FILTERS = ["all", "missing", "changed"] as const;
type Wanted = (typeof FILTERS)[number];

/** Returns the texts of a flow that match a filter and a search text. */
function useTextSearch(definition: Definition | null, drafting: Drafting) {
  const [wanted, setWanted] = useState<Wanted>("all");
  const [search, setSearch] = useState("");
  const places = useMemo(() => (definition === null ? [] : textPlacesOf(definition)), [definition]);
  // The list is built when the person chooses the filter. A text therefore stays in the list after it is
  // filled in.
  const [kept, setKept] = useState<{ readonly asked: string; readonly listed: typeof places } | null>(null);
  const asked = `${wanted} ${places.length}`;
  const chosen =
    kept?.asked === asked
      ? kept
      : { asked, listed: places.filter((place) => isWanted(wanted, place, drafting)) };
  if (chosen !== kept) setKept(chosen);
  const { listed } = chosen;
  return {
    places,
    wanted,
    setWanted,
    search,
    setSearch,
    shown: listed.filter(({ keys }) => isFound(drafting, keys, search)),
    /** Number of missing texts. */
    missing: places.filter((place) => isWanted("missing", place, drafting)).length,
  };
}

function SearchFields({
  of: { wanted, setWanted, search, setSearch, missing },
}: {
  readonly of: ReturnType<typeof useTextSearch>;
}) {
  const words = useText();
  return (
    <>
      <div className="filters">
        {FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            className="pick"
            aria-pressed={wanted === one}
            onClick={() => setWanted(one)}
          >
            {words(`studio:texts.${one}`, { count: missing })}
          </button>
        ))}
      </div>
      <TextField
        id="texts-search"
        type="search"
        label={words("studio:texts.search")}
        value={search}
        onValue={setSearch}
      />
    </>
  );
}

/** Number of texts that are shown first. A long flow has hundreds. */
const FIRST = 40;

function TextList({
  of,
  drafting,
  mayEdit,
}: {
  readonly of: readonly TextPlace[];
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
}) {
  const words = useText();
  const [most, setMost] = useState(FIRST);
  return (
    <>
      {of.length === 0 ? <EmptyState title={words("studio:texts.none")}>{""}</EmptyState> : null}
      <ul className="card list textlist">
        {of.slice(0, most).map(({ keys, needed }) => (
          <li key={keys[0]}>
            <TextPair
              id={`text-${keys[0]?.replaceAll(/[^A-Za-z0-9-]/g, "-")}`}
              name={words("studio:texts.one")}
              keys={keys}
              drafting={drafting}
              mayEdit={mayEdit}
              optional={!needed}
              long
            />
          </li>
        ))}
      </ul>
      {of.length > most ? (
        <button type="button" className="btn btn--line" onClick={() => setMost(most + 100)}>
          {words("studio:texts.more", { count: of.length - most })}
        </button>
      ) : null}
    </>
  );
}

function isWanted(wanted: Wanted, { keys, needed }: TextPlace, { draft, base }: Drafting): boolean {
  const key = keyInDraft(draft, keys);
  const [th, en] =
    key === null ? [null, null] : [textOfDraft(draft, "th", key), textOfDraft(draft, "en", key)];
  if (key === null) return needed && wanted !== "changed";
  if (wanted === "all") return true;
  if (wanted === "missing") return th === null || en === null || th === "" || en === "";
  return th !== textOfDraft(base, "th", key) || en !== textOfDraft(base, "en", key);
}

function isFound({ draft }: Drafting, keys: TextPlace["keys"], search: string): boolean {
  const looked = search.trim().toLocaleLowerCase();
  const key = keyInDraft(draft, keys);
  if (looked === "" || key === null) return looked === "";
  return LANGUAGES.some((lng) => (textOfDraft(draft, lng, key) ?? "").toLocaleLowerCase().includes(looked));
}
