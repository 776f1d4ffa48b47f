import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Notices } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useLanguage } from "../../kit/text/i18n.ts";

/** What stands around the pages of whoever is logged in; nothing is asked for a stranger. */
export function useNotices(): UseQueryResult<Notices> {
  const session = useSession();
  const language = useLanguage();
  return useQuery({
    ...get<Notices>(`/notices?lng=${language}`),
    enabled: session !== null,
    staleTime: 60_000,
  });
}
