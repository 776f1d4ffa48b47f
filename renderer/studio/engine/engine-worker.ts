import { loadFindingTexts } from "./finding-texts.ts";
import type { Question } from "./messages.ts";
import { studied } from "./studied.ts";

// The engine runs in a worker, so that typing stays fast.
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
      // Lets a newer question arrive before the next part.
      setTimeout(next);
    } catch (error) {
      postMessage({ id: data.id, stage: "failed", message: String(error) });
    }
  };
  setTimeout(next);
});
