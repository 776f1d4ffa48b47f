import { sessionHeader } from "./client.ts";

/**
 * Loads a file that only its owner and the reviewers may see. The request needs the session token in a
 * header, which a plain link does not send.
 */
export async function privateFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, {
    credentials: "same-origin",
    ...(signal === undefined ? {} : { signal }),
    headers: sessionHeader(),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return await answer.blob();
}
