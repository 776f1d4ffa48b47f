import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Printer } from "lucide-react";
import { chaptersOf } from "../../../engine/verify/rule-book/index.ts";
import type { WholeRule } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { brandFacts } from "../../kit/brand/brand.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { isWhole } from "./rule-book-data.ts";
import { RuleSheet } from "./rule-sheet.tsx";
import "./rule-book.css";

/** The whole rule book on one printable page: contents, a guide for readers, and one sheet for each rule. */
export default function RuleBookPrintScreen() {
  const words = useText();
  return (
    <StaffPage title={words("rule-book:title")} at="/staff/rules">
      <Whole />
    </StaffPage>
  );
}

function Whole() {
  const words = useText();
  const book = useQuery({
    ...get("/rule-book", { query: { whole: true } }),
    // The page must not change while someone reads or prints it.
    refetchOnWindowFocus: false,
  });
  return (
    <div className="screen rulebook">
      <div className="screenhead noprint">
        <PageLink className="link" to="/staff/rules">
          <ArrowLeft size={18} aria-hidden="true" /> {words("rule-book:list.back")}
        </PageLink>
        {book.data ? (
          <Button kind="main" small onClick={() => print()}>
            <Printer size={18} aria-hidden="true" /> {words("rule-book:list.print")}
          </Button>
        ) : null}
      </div>
      {book.isPending ? <LoadingShape rows={8} /> : null}
      {book.isError ? <ErrorState error={book.error} retry={() => void book.refetch()} /> : null}
      {book.data && book.data.unread.length > 0 ? (
        <Note tone="warn">{words("rule-book:unread", { flows: book.data.unread.join(", ") })}</Note>
      ) : null}
      {book.data ? <Sheets of={[...book.data.rules].filter(isWhole)} madeAt={book.dataUpdatedAt} /> : null}
    </div>
  );
}

function Sheets({ of, madeAt }: { readonly of: readonly WholeRule[]; readonly madeAt: number }) {
  const words = useText();
  const lng = useLanguage();
  const chapters = chaptersOf(of);
  const order = chapters.flatMap(({ pages }) => pages.map(({ id }) => id));
  return (
    <>
      <header className="bookcover">
        <p lang="en">{brandFacts().name}</p>
        <h1 tabIndex={-1}>{words("rule-book:title")}</h1>
        <p>{words("rule-book:intro")}</p>
        <p className="small">
          {words("rule-book:made", { at: formatInstant(new Date(madeAt).toISOString()) })} ·{" "}
          {words("rule-book:count", { count: of.length })}
        </p>
      </header>
      <nav className="card card--pad bookcontents" aria-labelledby="contents">
        <h2 id="contents">{words("rule-book:contents")}</h2>
        <div className="chapters">
          {chapters.map((chapter) => (
            <div key={chapter.id}>
              <h3>{chapter.title?.[lng] ?? words(`rule-book:groups.${chapter.id}`)}</h3>
              <ol start={order.indexOf(chapter.pages[0]?.id ?? "") + 1}>
                {chapter.pages.map((rule) => (
                  <li key={rule.id}>
                    <a href={`#${rule.id}`}>{rule.title[lng]}</a>
                  </li>
                ))}
              </ol>
            </div>
          ))}
        </div>
      </nav>
      <section className="card card--pad gap8">
        <h2>{words("rule-book:reading.title")}</h2>
        <ul className="points">
          {["0", "1", "2", "3"].map((point) => (
            <li key={point}>{words(`rule-book:reading.${point}`)}</li>
          ))}
        </ul>
      </section>
      {chapters.flatMap((chapter) =>
        chapter.pages.map((rule) => (
          <RuleSheet key={rule.id} of={rule} heading="h2" number={order.indexOf(rule.id) + 1} />
        )),
      )}
    </>
  );
}
