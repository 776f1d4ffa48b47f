export { type AccessSandbox, createAccessSandbox } from "./create-access-sandbox.ts";
