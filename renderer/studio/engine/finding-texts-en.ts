import { findingTexts } from "./finding-texts.ts";

// This module replaces locales/en/finding.json in the worker (vite.config.ts).
export default findingTexts("en");
