export { casesOf } from "./cases-of.ts";
export { countVisitorCases } from "./contacts.ts";
export { deadlinesJob, tellDeadlines } from "./deadlines.ts";
export { casesEffects } from "./effects.ts";
export { openCase } from "./open-case.ts";
export { ownCases, waitingForMe } from "./own-cases.ts";
export { dailyRequests, sweepRequests } from "./request-days.ts";
export { type CasesDeps, createCases, type Follow, type Room as Cases } from "./room.ts";
export { casesRoutes } from "./routes.ts";
