export { createFiles, type Files, type StoredFile, type StoreFailure } from "./files.ts";
export { PURPOSES } from "./purposes.ts";
export { filesFacts, filesRoutes } from "./routes.ts";
export type { FileStore } from "./store.ts";
