import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderPage } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { OrderList } from "../parts/order-list.tsx";
import "../../kit/parts/screens.css";

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
      <SearchField label={words("my-account:orders.search")} value={search} onValue={setSearch} />
      {orders.isPending ? <LoadingShape /> : null}
      {orders.isError ? <ErrorState error={orders.error} retry={() => void orders.refetch()} /> : null}
      {orders.data ? (
        <>
          <p className="mut" role="status">
            {words("my-account:orders.count", { shown: orders.data.orders.length, total: orders.data.total })}
          </p>
          {orders.data.orders.length === 0 ? (
            search.trim() === "" ? (
              <EmptyState
                title={words("my-account:orders.empty.title")}
                action={{ href: "/invest", label: words("my-account:orders.empty.action") }}
              >
                {words("my-account:orders.empty.text")}
              </EmptyState>
            ) : (
              <EmptyState
                title={words("my-account:orders.none.title")}
                action={{ onPress: () => setSearch(""), label: words("my-account:orders.none.action") }}
              >
                {words("my-account:orders.none.text")}
              </EmptyState>
            )
          ) : (
            <OrderList of={orders.data.orders} />
          )}
        </>
      ) : null}
      <p className="small">{words("my-account:orders.cutOff")}</p>
    </div>
  );
}
