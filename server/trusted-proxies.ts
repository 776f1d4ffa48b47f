import { isIP } from "node:net";

/** The proxies whose forwarding headers are trusted: a number of hops, or networks. */
export type TrustedProxies =
  | { readonly kind: "none" }
  | { readonly kind: "hops"; readonly count: number }
  | { readonly kind: "networks"; readonly networks: readonly string[] };

/**
 * Parses `TRUST_PROXY`: empty or `0`, the number of proxies before the portal (`1` to `9`), or addresses and networks
 * separated by commas. `null` if invalid.
 */
export function readTrustedProxies(text: string | undefined): TrustedProxies | null {
  const given = (text ?? "").trim();
  if (given === "" || given === "0") return { kind: "none" };
  if (/^[1-9]$/.test(given)) return { kind: "hops", count: Number(given) };
  const networks = given.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? { kind: "networks", networks } : null;
}

/**
 * Returns the value of Fastify's option `trustProxy`. Hops are counted from the portal outwards. With one
 * proxy the client's address is the one that this proxy saw, because clients can forge the rest of the
 * header.
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
