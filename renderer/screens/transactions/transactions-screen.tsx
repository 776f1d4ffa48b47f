import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import type { OrderPage } from "../../api/answers.ts";
import { get } from "../../api/query.ts";
import { useSession } from "../../api/session.ts";
import { EmptyState, ErrorState, LoadingShape } from "../../parts/states.tsx";
import { InsidePage } from "../../shell/pages.tsx";
import { useText } from "../../text/i18n.ts";
import { NeedsLogIn } from "../needs-log-in.tsx";
import { OrderList } from "../order-list.tsx";
import "../screens.css";

/** Transaction history: newest first, searched by reference or strategy. */
export default function TransactionsScreen() {
  const words = useText();
  const title = words("my-account:orders.title");
  return (
    <InsidePage title={title}>
      {useSession() === null ? <NeedsLogIn title={title} /> : <History />}
    </InsidePage>
  );
}

function History() {
  const words = useText();
  const [search, setSearch] = useState("");
  const query = search.trim() === "" ? "" : `&search=${encodeURIComponent(search.trim())}`;
  const orders = useQuery({
    ...get<OrderPage>(`/orders?limit=100${query}`),
    placeholderData: (before) => before,
  });
  return (
    <div className="screen narrowscreen">
      <h1 tabIndex={-1}>{words("my-account:orders.title")}</h1>
      <label className="search">
        <span className="sr">{words("my-account:orders.search")}</span>
        <Search size={20} aria-hidden="true" />
        <input
          className="textinput"
          type="search"
          value={search}
          placeholder={words("my-account:orders.search")}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      {orders.isPending ? <LoadingShape /> : null}
      {orders.isError ? <ErrorState error={orders.error} retry={() => void orders.refetch()} /> : null}
      {orders.data ? (
        <>
          <p className="mut" role="status">
            {words("my-account:orders.count", { shown: orders.data.orders.length, total: orders.data.total })}
          </p>
          {orders.data.orders.length === 0 ? (
            <EmptyState
              title={words("my-account:orders.empty.title")}
              action={{ href: "/invest", label: words("my-account:orders.empty.action") }}
            >
              {words("my-account:orders.empty.text")}
            </EmptyState>
          ) : (
            <OrderList of={orders.data.orders} />
          )}
        </>
      ) : null}
      <p className="small">{words("my-account:orders.cutOff")}</p>
    </div>
  );
}
