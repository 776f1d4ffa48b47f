import type { OpenWork, OpenWorkLine, OpenWorkProgress } from "../../kit/api/answers.ts";
import { sessionHeader } from "../../kit/api/client.ts";

/**
 * Counts the effect of a change on all people who are in the middle of a flow. The server streams the
 * progress. Returns `null` if the count failed or was stopped.
 */
export async function countOpenWork(given: {
  readonly version: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: OpenWorkProgress) => void;
}): Promise<OpenWork | null> {
  try {
    const answer = await fetch(`/api/definitions/versions/${given.version}/open-work`, {
      credentials: "same-origin",
      headers: sessionHeader(),
      signal: given.signal,
    });
    if (!answer.ok || answer.body === null) return null;
    let rest = "";
    for await (const text of linesOf(answer.body.pipeThrough(new TextDecoderStream()))) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const told = JSON.parse(line) as OpenWorkLine;
        if ("impact" in told) return told.impact;
        if ("code" in told) return null;
        given.onProgress(told.progress);
      }
    }
    return null;
  } catch {
    return null;
  }
}

// Some browsers do not support `for await` over a stream.
async function* linesOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
