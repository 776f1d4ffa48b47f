export { createFiles, type Files } from "./files.ts";
export { PURPOSES } from "./purposes.ts";
export { download, filesFacts, filesRoutes } from "./routes.ts";
export { clamdScanner, type Scanned, type Scanner } from "./scanner.ts";
export type { FileStore } from "./store.ts";
export { namePlace, type StoredFile, type StoreFailure } from "./stored-file.ts";
