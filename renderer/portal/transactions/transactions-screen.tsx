import { useInfiniteQuery } from "@tanstack/react-query";
import { FileDown, FileText, ReceiptText, SearchX } from "lucide-react";
import { useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import { addressOf, type QueryOf } from "../../kit/api/calls.ts";
import { load } from "../../kit/api/client.ts";
import { privateFile } from "../../kit/api/private-file.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { saveFile } from "../../kit/parts/save-file.ts";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { useInvestSwitch } from "../parts/invest-switch.ts";
import { TransactionList } from "./transaction-list.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./transactions.css";

const KINDS = ["all", "subscription", "redemption", "switch"] as const;
type Kind = (typeof KINDS)[number];
type Wanted = Pick<QueryOf<"/transactions">, "kind" | "search">;
const perPage = 20;

/**
 * The page of the transaction history, newest first. It can be filtered by kind, searched by reference or
 * strategy, and saved as CSV.
 */
export default function TransactionsScreen() {
  const words = useText();
  const title = words("my-orders:orders.title");
  return (
    <InsidePage title={title}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <History />}
    </InsidePage>
  );
}

function History() {
  const words = useText();
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<Kind>("all");
  const wanted: Wanted = { kind: kind === "all" ? undefined : kind, search: search.trim() || undefined };
  const history = useHistory(wanted);
  const shown = history.data?.pages.flatMap(({ transactions }) => transactions) ?? [];
  const plain = kind === "all" && search.trim() === "";
  const showAll = () => {
    setSearch("");
    setKind("all");
  };
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{words("my-orders:orders.title")}</h1>
      <SearchField label={words("my-orders:orders.search")} value={search} onValue={setSearch} />
      <fieldset className="range">
        <legend className="sr">{words("my-orders:orders.filter")}</legend>
        {KINDS.map((one) => (
          <button key={one} type="button" aria-pressed={one === kind} onClick={() => setKind(one)}>
            {words(`my-orders:orders.kinds.${one}`)}
          </button>
        ))}
      </fieldset>
      {history.isPending ? <LoadingShape /> : null}
      {history.isError ? <ErrorState error={history.error} retry={() => void history.refetch()} /> : null}
      {history.data ? (
        <>
          <p translate="no" className="mut" role="status">
            {words("my-orders:orders.count", {
              shown: shown.length,
              total: history.data.pages.at(-1)?.total ?? 0,
            })}
          </p>
          {shown.length > 0 ? (
            <>
              <TransactionList of={shown} />
              {history.hasNextPage ? (
                <Button wide busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  {words("my-orders:orders.more")}
                </Button>
              ) : null}
            </>
          ) : plain ? (
            <NoneYet />
          ) : (
            <NoneFound showAll={showAll} />
          )}
        </>
      ) : null}
      <p className="small">{words("my-orders:orders.cutOff")}</p>
      <div className="takeaway">
        <ButtonLink href="/statements">
          <FileText size={20} aria-hidden="true" /> {words("my-account:statements.title")}
        </ButtonLink>
        <TakeAway wanted={wanted} disabled={shown.length === 0} />
      </div>
    </div>
  );
}

/** Loads the filtered entries page by page. The previous list stays on screen until the new one is loaded. */
function useHistory(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: ["transactions", wanted],
    queryFn: ({ pageParam, signal }) =>
      load("/transactions", {
        query: { ...wanted, limit: perPage, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });
}

function NoneYet() {
  const words = useText();
  const ordering = useInvestSwitch();
  return (
    <EmptyState
      icon={ReceiptText}
      title={words("my-orders:orders.empty.title")}
      {...(ordering ? { action: { href: "/invest", label: words("my-orders:orders.empty.action") } } : {})}
    >
      {words("my-orders:orders.empty.text")}
    </EmptyState>
  );
}

function NoneFound({ showAll }: { readonly showAll: () => void }) {
  const words = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={words("my-orders:orders.none.title")}
      action={{ onPress: showAll, label: words("my-orders:orders.none.action") }}
    >
      {words("my-orders:orders.none.text")}
    </EmptyState>
  );
}

/** A button that downloads the filtered entries as a file. */
function TakeAway({ wanted, disabled }: { readonly wanted: Wanted; readonly disabled: boolean }) {
  const words = useText();
  const language = useLanguage();
  const { run, busy } = useAction({
    call: async (_: undefined) => {
      const address = addressOf("/transactions/file", { query: { ...wanted, language } });
      saveFile(await privateFile(`/api${address}`), "transactions.csv");
      return ok(null);
    },
  });
  return (
    <Button busy={busy} disabled={disabled} onClick={() => run(undefined)}>
      <FileDown size={20} aria-hidden="true" /> {words("my-orders:orders.file")}
    </Button>
  );
}
