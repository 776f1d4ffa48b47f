import type { Question } from "./messages.ts";
import { studied } from "./studied.ts";

// The engine in a thread of its own: nothing of reading and proving keeps whoever types waiting.
let newest = 0;

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  newest = data.id;
  const parts = studied(data);
  const next = () => {
    if (newest !== data.id) return;
    try {
      const { done, value } = parts.next();
      if (done) return;
      postMessage({ id: data.id, ...value });
      // A newer question, if one came meanwhile, is heard before the next part.
      setTimeout(next);
    } catch (error) {
      postMessage({ id: data.id, stage: "failed", message: String(error) });
    }
  };
  setTimeout(next);
});
