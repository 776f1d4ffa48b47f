import { loadFindingTexts } from "./finding-texts.ts";
import type { Question } from "./messages.ts";
import { studied } from "./studied.ts";

// The engine runs in this worker, outside the page's main thread, so that typing stays fast. `newest` is the
// id of the latest question.
let newest = 0;

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  newest = data.id;
  try {
    await loadFindingTexts(data.language);
  } catch (error) {
    postMessage({ id: data.id, stage: "failed", message: String(error) });
    return;
  }
  const parts = studied(data);
  const next = () => {
    if (newest !== data.id) return;
    try {
      const { done, value } = parts.next();
      if (done) return;
      postMessage({ id: data.id, ...value });
      // During the timeout, a newer question can arrive. It cancels the parts that the worker has not
      // computed so far.
      setTimeout(next);
    } catch (error) {
      postMessage({ id: data.id, stage: "failed", message: String(error) });
    }
  };
  setTimeout(next);
});
