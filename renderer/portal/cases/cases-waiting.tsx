import { useQuery } from "@tanstack/react-query";
import { get } from "../../kit/api/query.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Returns the number of cases that wait for the person's answer; 0 until the number is loaded. */
export function useCasesWaiting(): number {
  const { data } = useQuery(get("/my-cases/waiting"));
  return data?.waiting ?? 0;
}

/** A message with a link, shown if a desk asked the person for something. */
export function CasesWaiting() {
  const words = useText();
  const count = useCasesWaiting();
  if (count === 0) return null;
  return (
    <Note tone="warn">
      <p>{words("my-account:cases.waiting", { count })}</p>
      <ButtonLink href="/cases">{words("my-account:cases.title")}</ButtonLink>
    </Note>
  );
}
