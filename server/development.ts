// Development aids. This module is loaded only if SAPHAN_ENV is `development`.
export {
  createAccessSandbox,
  demoFactorRoutes,
  demoPeople,
  seedDemoPeople,
} from "./accounts/development/index.ts";
export { clockRoutes, movableClock } from "./clock/development/index.ts";
export { writeDemoNavs } from "./fund/development/index.ts";
export { createSandbox, seedDemoIdentity } from "./identity/development/index.ts";
