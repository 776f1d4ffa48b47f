import { isIPv4 } from "node:net";

/**
 * Returns the network of an address, to which limits apply. The network is the whole IPv4 address, or the
 * first 64 bits of an IPv6 address, because one customer has all addresses with that prefix.
 */
export function networkOf(address: string | undefined): string {
  // A disconnected client has no address.
  if (address === undefined) return "gone";
  const [bare = ""] = address.toLowerCase().split("%", 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!bare.includes(":")) return bare;
  const [head = "", tail] = bare.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const behind = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - behind.length);
  const whole = [...groups, ...Array<string>(zeros).fill("0"), ...behind];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
