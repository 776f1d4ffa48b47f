import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Notices } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useLanguage } from "../../kit/text/i18n.ts";

/** Returns the notices for a logged-in person. No call is made for a visitor. */
export function useNotices(): UseQueryResult<Notices> {
  const session = useSession();
  const language = useLanguage();
  return useQuery({
    ...get("/notices", { query: { lng: language } }),
    enabled: session !== null,
    staleTime: 60_000,
  });
}
