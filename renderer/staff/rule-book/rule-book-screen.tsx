import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Printer } from "lucide-react";
import { useState } from "react";
import { type Chapter, chaptersOf } from "../../../engine/verify/rule-book/index.ts";
import type { RuleEntry } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { finds } from "../../kit/parts/finds.ts";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Pick } from "../../kit/parts/pick.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { capital, isEntry } from "./rule-book-data.ts";
import "./rule-book.css";

/** The page of all rules of the portal, by chapter. A search covers their conditions. */
export default function RuleBookScreen() {
  const words = useText();
  return (
    <StaffPage title={words("rule-book:title")} at="/staff/rules">
      <Book />
    </StaffPage>
  );
}

function Book() {
  const words = useText();
  const book = useQuery(get("/rule-book"));
  return (
    <div className="screen rulebook">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("rule-book:title")}</h1>
          <p className="mut">{words("rule-book:intro")}</p>
        </div>
        <span className="noprint">
          <ButtonLink small href="/staff/rules/print">
            <Printer size={18} aria-hidden="true" /> {words("rule-book:list.printAll")}
          </ButtonLink>
        </span>
      </div>
      {book.isPending ? <LoadingShape rows={6} /> : null}
      {book.isError ? <ErrorState error={book.error} retry={() => void book.refetch()} /> : null}
      {book.data && book.data.unread.length > 0 ? (
        <Note tone="warn">{words("rule-book:unread", { flows: book.data.unread.join(", ") })}</Note>
      ) : null}
      {book.data?.rules.length === 0 ? (
        <EmptyState title={words("rule-book:list.empty.title")}>
          {words("rule-book:list.empty.text")}
        </EmptyState>
      ) : null}
      {book.data && book.data.rules.length > 0 ? (
        <Chapters of={[...book.data.rules].filter(isEntry)} />
      ) : null}
    </div>
  );
}

function Chapters({ of }: { readonly of: readonly RuleEntry[] }) {
  const words = useText();
  const lng = useLanguage();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const all = chaptersOf(of);
  const found = chaptersOf(of.filter((rule) => fits(rule, search)));
  const shown = chosen === null ? found : found.filter(({ id }) => id === chosen);
  const count = shown.reduce((sum, { pages }) => sum + pages.length, 0);
  const nameOf = (chapter: Chapter<RuleEntry>) =>
    chapter.title?.[lng] ?? words(`rule-book:groups.${chapter.id}`);
  const clear = () => {
    setSearch("");
    setChosen(null);
  };
  return (
    <>
      <div className="gap12 noprint">
        <SearchField
          label={words("rule-book:list.search")}
          hint={words("rule-book:list.searchHint")}
          value={search}
          onValue={setSearch}
        />
        <div className="filters">
          <Pick name={words("rule-book:list.all")} on={chosen === null} choose={() => setChosen(null)} />
          {all.map((chapter) => (
            <Pick
              key={chapter.id}
              name={nameOf(chapter)}
              on={chosen === chapter.id}
              choose={() => setChosen(chapter.id)}
            />
          ))}
        </div>
        <p className="small" role="status">
          {words("rule-book:list.found", { count, all: of.length })}
        </p>
      </div>
      {shown.map((chapter) => (
        <section key={chapter.id} className="gap8" aria-labelledby={`chapter-${chapter.id}`}>
          <h2 id={`chapter-${chapter.id}`}>{nameOf(chapter)}</h2>
          <ul className="card list">
            {chapter.pages.map((rule) => (
              <li key={rule.id}>
                <Row of={rule} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {count === 0 ? <NothingFound clear={clear} /> : null}
    </>
  );
}

function NothingFound({ clear }: { readonly clear: () => void }) {
  const words = useText();
  return (
    <section className="card panel">
      <h2>{words("rule-book:list.none.title")}</h2>
      <p className="mut">{words("rule-book:list.none.text")}</p>
      <Button wide onClick={clear}>
        {words("rule-book:list.clear")}
      </Button>
    </section>
  );
}

function fits(rule: RuleEntry, search: string): boolean {
  const { id, title, source, words } = rule;
  return [id, ...[title, source, words].flatMap(({ th, en }) => [th, en])].some((text) =>
    finds(text, search),
  );
}

function Row({ of }: { readonly of: RuleEntry }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <PageLink className="rulerow" to="/staff/rules/$id" params={{ id: of.id }}>
      <span className="name">
        <b>{of.title[lng]}</b>
        <small>{capital(of.source[lng])}</small>
      </span>
      <span className="small owner">{words(`rule-book:owner.${of.owner}`)}</span>
      <span className="small since num">
        {words("rule-book:list.from")} {formatDate(of.from)}
      </span>
      <span className="signs">
        {of.share < 1 ? (
          <Badge tone="warn">
            {words("rule-book:list.cases")} {Math.floor(of.share * 100)}%
          </Badge>
        ) : null}
        {of.waiting > 0 ? (
          <Badge tone="info">{words("rule-book:list.waiting", { count: of.waiting })}</Badge>
        ) : null}
      </span>
      <ChevronRight size={20} aria-hidden="true" />
    </PageLink>
  );
}
