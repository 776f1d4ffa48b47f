export { allot, expireUnpaid } from "./allotment.ts";
export { allotJob, settlementJobs } from "./jobs.ts";
export { settlementRoutes } from "./routes.ts";
export { listSetAside } from "./set-aside.ts";
