import { findingTexts } from "./finding-texts.ts";

// Replaces locales/th/finding.json in the worker (vite.config.ts).
export default findingTexts("th");
