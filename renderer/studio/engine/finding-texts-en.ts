import { findingTexts } from "./finding-texts.ts";

// Stands for locales/en/finding.json in the engine's thread (vite.config.ts).
export default findingTexts("en");
