export { overviewOf } from "./overview.ts";
export { portfolioRoutes } from "./routes.ts";
