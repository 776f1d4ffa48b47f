export { createFiles, type Files, type StoredFile, type StoreFailure } from "./files.ts";
export { PURPOSES } from "./purposes.ts";
export { filesFacts, filesRoutes } from "./routes.ts";
export { clamdScanner, type Scanned, type Scanner } from "./scanner.ts";
export type { FileStore } from "./store.ts";
