export { makeContractNote, makeStatement } from "./documents.ts";
export { type EStamps, type SignedContract, sandboxEStamps } from "./e-stamps.ts";
export { forgetHabits } from "./forget-habits.ts";
export { monthlyStatements, portfolioJobs } from "./monthly.ts";
export { tierOf, valueHeld } from "./notices.ts";
export { overviewOf } from "./overview.ts";
export { sectionsFile } from "./pdf/sections-file.ts";
export { createPortfolio, type PortfolioRoom } from "./room.ts";
export { portfolioRoutes } from "./routes.ts";
