import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ChangeLine } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { titleOfChange, toneOf } from "./change-tone.ts";
import { TakeOver } from "./take-over.tsx";

/** Number of colleagues' drafts that are shown first. */
const FIRST = 8;

/**
 * The drafts on the studio's first page: the person's own drafts, drafts that colleagues took over from the
 * person, and all other drafts.
 */
export function DraftList() {
  const words = useText();
  const list = useQuery({ ...get("/changes"), refetchInterval: 30_000 });
  const role = useSession()?.user?.role;
  if (!list.data)
    return list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null;
  const { mine, others } = draftsIn(list.data.changes);
  return (
    <>
      {role === "operations" ? (
        <section className="gap12" aria-labelledby="drafts-mine">
          <h2 id="drafts-mine">{words("studio:home.draftsMine")}</h2>
          {mine.length === 0 ? <p className="card card--pad mut">{words("studio:home.noDrafts")}</p> : null}
          <Rows of={mine} />
        </section>
      ) : null}
      {others.length === 0 ? null : (
        <section className="gap12" aria-labelledby="drafts-others">
          <h2 id="drafts-others">{words("studio:home.draftsOthers")}</h2>
          <Rows of={others.slice(0, FIRST)} />
          {others.length > FIRST ? (
            <PageLink className="link" to="/studio/changes">
              {words("studio:home.draftsAll", { count: others.length })}
            </PageLink>
          ) : null}
        </section>
      )}
    </>
  );
}

/**
 * Returns the changes that are neither published nor withdrawn, in the given order, as `mine` and `others`. A
 * change without edits is listed only for its former author, after a colleague took it over. For the former
 * author, it belongs to `mine`.
 */
export function draftsIn<One extends Pick<ChangeLine, "status" | "own" | "flows" | "taken">>(
  changes: readonly One[],
): { readonly mine: readonly One[]; readonly others: readonly One[] } {
  const open = changes.filter(
    ({ status, flows, taken }) =>
      status !== "published" && status !== "withdrawn" && (flows.length > 0 || taken?.fromReader === true),
  );
  const isMine = ({ own, taken }: One) => own || taken?.fromReader === true;
  return { mine: open.filter(isMine), others: open.filter((one) => !isMine(one)) };
}

function Rows({ of }: { readonly of: readonly ChangeLine[] }) {
  return of.length === 0 ? null : (
    <ul className="card list">
      {of.map((change) => (
        <DraftRow key={change.id} of={change} />
      ))}
    </ul>
  );
}

function DraftRow({ of }: { readonly of: ChangeLine }) {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  const flows = of.flows.map(({ title }) => title[lng]).join(" · ");
  const title = titleOfChange(of, lng);
  const { taken } = of;
  return (
    <li className="draftrow">
      <PageLink className="studiorow" to="/studio/changes/$id" params={{ id: of.id }}>
        <span>
          <b>{title}</b>
          {flows === title ? null : <small>{flows}</small>}
          <small className="num">
            {formatInstant(of.savedAt)} · {of.owner ?? words("definition:who.former")}
          </small>
          {taken?.fromReader ? (
            <small>
              {words("studio:changes.take.fromYou", {
                by: taken.by ?? words("definition:who.former"),
                at: formatInstant(taken.at),
              })}{" "}
              {taken.reason}
            </small>
          ) : null}
        </span>
        <Badge {...toneOf(of)}>{words(`studio:changes.status.${of.status}`)}</Badge>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
      {role === "operations" ? <GoOn of={of} /> : null}
    </li>
  );
}

/**
 * A button with which a person continues a draft. It opens the person's own draft, and reopens it if it was
 * sent back. If the draft is a colleague's, the button takes it over.
 */
function GoOn({ of }: { readonly of: ChangeLine }) {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const { id, own, status, flows } = of;
  const [first] = flows;
  const to =
    first === undefined || flows.length > 1
      ? `/studio/changes/${id}`
      : `/studio/flows/${first.flow}?change=${id}`;
  const reopening = useAction({
    call: () => call("POST", "/changes/{id}/reopen", { path: { id } }),
    changes: ["/changes", "/definitions"],
    done: () => history.push(to),
  });
  if (!own) return <TakeOver of={of} small />;
  if (status !== "open" && status !== "sent-back") return null;
  return (
    <Button
      small
      busy={reopening.busy}
      aria-label={words("studio:home.goOnWith", { title: titleOfChange(of, lng) })}
      onClick={() => (status === "open" ? history.push(to) : reopening.run(undefined))}
    >
      {words("studio:home.goOn")}
    </Button>
  );
}
