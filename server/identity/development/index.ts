export { seedDemoIdentity } from "../demo-identity.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox/index.ts";
