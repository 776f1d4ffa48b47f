export { demoFactorRoutes } from "../demo-factor-routes.ts";
export {
  DEMO_TOTP,
  type DemoPerson,
  demoPeople,
  demoSaleCodes,
  hasDemoPeople,
  seedDemoPeople,
} from "../demo-people.ts";
export { type AccessSandbox, createAccessSandbox } from "../sandbox/index.ts";
