import { findingTexts } from "./finding-texts.ts";

// This module replaces locales/th/finding.json in the worker (vite.config.ts).
export default findingTexts("th");
