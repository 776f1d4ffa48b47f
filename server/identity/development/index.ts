export { seedDemoIdentity } from "../demo-identity.ts";
export { createSandbox, type Sandbox, type SandboxOptions } from "../sandbox/index.ts";
