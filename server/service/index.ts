export { complaintDays } from "./complaints.ts";
export { serviceEffects } from "./effects.ts";
export { countRequest, dailyRequests, sweepRequests } from "./request-days.ts";
export { requestsOf } from "./requests-of.ts";
export { createService, type Room as Service, type ServiceDeps } from "./room.ts";
export { serviceRoutes } from "./routes.ts";
