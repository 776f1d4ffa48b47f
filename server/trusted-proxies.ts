import { isIP } from "node:net";

/** Which proxies may say who the client is, by forwarding headers: a number of hops, or networks. */
export type TrustedProxies =
  | { readonly kind: "none" }
  | { readonly kind: "hops"; readonly count: number }
  | { readonly kind: "networks"; readonly networks: readonly string[] };

/**
 * Reads `TRUST_PROXY`. It can be empty or `0`, a number of proxies in front of the portal (`1` to `9`), or
 * addresses and networks separated by commas. Returns `null` if it is invalid.
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies | null {
  const given = (text ?? "").trim();
  if (given === "" || given === "0") return { kind: "none" };
  if (/^[1-9]$/.test(given)) return { kind: "hops", count: Number(given) };
  const networks = given.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? { kind: "networks", networks } : null;
}

/**
 * Returns the value for Fastify's option `trustProxy`. Hops are counted from the portal outwards. With one
 * proxy, the client's address is the one that this proxy saw. The rest of the header is ignored, because
 * clients can forge it.
 */
export function trustProxyOption(
  proxies: TrustedProxies,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies.kind === "none") return false;
  if (proxies.kind === "networks") return [...proxies.networks];
  return (_address, hop) => hop < proxies.count;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, more] = text.split("/");
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
