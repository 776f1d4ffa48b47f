import type { VersionPage } from "../../kit/api/answers.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { formatInstant, formatList } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

/** The author of a version with time and reason, and the person who decided. */
export function DefinitionWho({
  of,
  restores,
}: {
  readonly of: VersionPage;
  readonly restores: string | null;
}) {
  const words = useText();
  const lng = useLanguage();
  const nameOf = (id: string | null, name: string | null): string =>
    name ?? words(id === null ? "definition:who.files" : "definition:who.former");
  const decided = of.approvedBy !== null && of.decidedAt !== null;
  const by = of.state === "refused" ? "definition:who.refusedBy" : "definition:who.approvedBy";
  return (
    <section className="card judged">
      <h2>{words("definition:who.title")}</h2>
      <div>
        <b className="wrap">{nameOf(of.proposedBy, of.proposedByName)}</b>
        <p className="small num">{formatInstant(of.proposedAt)}</p>
        {of.otherWriters.length === 0 ? null : (
          <p className="wrap">
            {words("definition:who.others", {
              writers: formatList(
                of.otherWriters.map((name) => name ?? words("definition:who.former")),
                lng,
              ),
            })}
          </p>
        )}
        <p>{of.note ?? words("definition:who.noNote")}</p>
        {of.change === null ? null : (
          <PageLink className="link wrap" to="/studio/changes/$id" params={{ id: of.change.id }}>
            {words("definition:who.partOf", { title: of.change.title })}
          </PageLink>
        )}
        {restores === null ? null : (
          <PageLink className="link" to="/staff/definitions/$id" params={{ id: restores }}>
            {words("definition:who.restores")}
          </PageLink>
        )}
      </div>
      {of.state === "withdrawn" ? (
        <div>
          <b>{words("definition:who.withdrawn")}</b>
          <p className="small num">{formatInstant(of.decidedAt ?? "")}</p>
        </div>
      ) : null}
      {decided ? (
        <div>
          <b className="wrap">{words(by, { who: nameOf(of.approvedBy, of.approvedByName) })}</b>
          <p className="small num">{formatInstant(of.decidedAt ?? "")}</p>
          {of.decisionNote ? <p>{of.decisionNote}</p> : null}
        </div>
      ) : null}
    </section>
  );
}
