export { assess, type Sound, type Unsound, unsound } from "./assess.ts";
export { changedPaths, type Files, type Hashes, hashesOf, hashOf, isEditable, sameHashes } from "./bundle.ts";
export { compileModule } from "./compile.ts";
export { definitionHash } from "./compile-hash.ts";
export { compilerEdition } from "./compiler-edition.ts";
export { codeIn, editionOf, PACKAGES } from "./edition-of.ts";
export { NAMES } from "./names.ts";
export { askedFlows, jsonFilesIn, listFlows, readFolder, readSource, sourceReader } from "./source.ts";
export { titleOfFlow, titleOfRule, titleOfStep, wordsAt } from "./titles.ts";
