import { sessionHeader } from "./client.ts";

/** Bytes that only their owner and reviewers may have. The address wants the session's token in a header, which no plain link sends. */
export async function privateFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, {
    credentials: "same-origin",
    ...(signal === undefined ? {} : { signal }),
    headers: sessionHeader(),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return await answer.blob();
}
