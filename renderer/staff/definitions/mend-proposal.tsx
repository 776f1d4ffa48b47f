import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { asEdited, keepProposal, keptProposal, NEW_FLOW, type ProposalPlace } from "./kept-proposal.ts";

/** A button that opens a refused, withdrawn or outdated proposal with its files, to fix it. */
export function MendProposal({
  id,
  current,
  onOpen,
}: {
  readonly id: string;
  /** Versions in force, by flow. */
  readonly current: Readonly<Record<string, string>>;
  readonly onOpen: (place: ProposalPlace) => void;
}) {
  const words = useText();
  const version = useQuery({ ...get("/definitions/versions/{id}", { path: { id } }), staleTime: Infinity });
  if (version.isPending) return <LoadingShape rows={4} />;
  if (version.isLoadingError)
    return <ErrorState error={version.error} retry={() => void version.refetch()} />;
  const { flow, files = {}, changed, note } = version.data;
  const on = current[flow] ?? null;
  const place = on === null ? { flow: NEW_FLOW, name: flow } : { flow };
  const open = () => {
    const edits = Object.fromEntries(
      changed.flatMap((path) => {
        const content = files[path];
        return content === undefined ? [] : [[path, asEdited(content)] as const];
      }),
    );
    keepProposal(flow, { edits, note: note ?? "", on });
    onOpen(place);
  };
  return (
    <section className="card judged">
      <h2>{words("definition:propose.mend.title")}</h2>
      <p>{words("definition:propose.mend.text", { count: changed.length })}</p>
      {keptProposal(flow) === null ? null : (
        <Note tone="warn">
          <p>{words("definition:propose.mend.kept")}</p>
          <Button small onClick={() => onOpen(place)}>
            {words("definition:propose.mend.goOn")}
          </Button>
        </Note>
      )}
      <div>
        <Button kind="main" onClick={open}>
          {words("definition:propose.mend.open")}
        </Button>
      </div>
    </section>
  );
}
