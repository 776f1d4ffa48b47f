import { findingTexts } from "./finding-texts.ts";

// Replaces locales/en/finding.json in the worker (vite.config.ts).
export default findingTexts("en");
