export { publishContentJob, publishDueContent } from "./change.ts";
export { type Content, createContent } from "./create-content.ts";
export { contentRoutes } from "./routes.ts";
export {
  type Block,
  type ContentItem,
  type ContentOf,
  type ContentType,
  FAQ_GROUPS,
  type Picture,
  type Seo,
} from "./types.ts";
