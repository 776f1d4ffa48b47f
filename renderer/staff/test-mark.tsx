import { useQuery } from "@tanstack/react-query";
import { get } from "../kit/api/query.ts";
import { Badge } from "../kit/parts/small-parts.tsx";
import { useText } from "../kit/text/i18n.ts";

/** A mark on a test account, shown everywhere staff see the account. `who` is an e-mail address or an id. */
export function TestMark({ who }: { readonly who: string | null }) {
  const words = useText();
  const { data } = useQuery({ ...get("/test-accounts"), staleTime: 60_000 });
  const isTest = data?.accounts.some(({ id, email }) => id === who || email === who) === true;
  return isTest ? <Badge tone="warn">{words("staff:test")}</Badge> : null;
}
