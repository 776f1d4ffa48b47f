export { createFiles, type Files, namePlace, type StoredFile, type StoreFailure } from "./files.ts";
export { PURPOSES } from "./purposes.ts";
export { download, filesFacts, filesRoutes } from "./routes.ts";
export { clamdScanner, type Scanned, type Scanner } from "./scanner.ts";
export type { FileStore } from "./store.ts";
