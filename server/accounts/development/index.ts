export { type DemoPerson, demoPeople, demoSaleCodes, hasDemoPeople, seedDemoPeople } from "../demo-people.ts";
