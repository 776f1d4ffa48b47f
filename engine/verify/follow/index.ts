/** `proveFollow(before, after)` → what makes it unsafe for instances in the middle to go on in a new version. */
export { proveFollow } from "./prove-follow.ts";
