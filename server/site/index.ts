export { createSite, type Site } from "./create-site.ts";
export { siteRoutes } from "./routes.ts";
