import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** A device that creates and proves passkeys as a browser would, with every possible fault. */
export type Device = {
  readonly make: (options: MakeOptions, bent?: Bent) => Promise<MadeKey>;
  readonly prove: (options: ProveOptions, bent?: Bent) => ProvedKey;
};

type MakeOptions = {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
};
type ProveOptions = { readonly challenge: string; readonly rpId: string };
type MadeKey = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
};
type ProvedKey = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
};

/** Deviations from a correct device. */
export type Bent = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the device omits the verification of its user. */
  readonly unverified?: boolean;
  readonly uses?: number;
  readonly userHandle?: string;
  readonly synced?: boolean;
  readonly eligible?: boolean;
  /** Whether another person's key signs. */
  readonly forged?: boolean;
};

/**
 * Returns a device for pages at this origin. With `counts` the device counts its uses; with `synced` its
 * passkeys are on other devices too.
 */
export function passkeyDevice(
  origin: string,
  { counts = true, synced = false }: { readonly counts?: boolean; readonly synced?: boolean } = {},
): Device {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let uses = 0;
  let handle = "";
  const dataOf = (rpId: string, bent: Bent, attested = Buffer.alloc(0)) => {
    const eligible = bent.eligible ?? synced;
    const flags =
      0x01 |
      (bent.unverified === true ? 0 : 0x04) |
      (eligible ? 0x08 : 0) |
      ((bent.synced ?? synced) ? 0x10 : 0) |
      (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(bent.uses ?? (counts ? uses : 0));
    return Buffer.concat([sha256(Buffer.from(bent.rpId ?? rpId)), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, challenge: string, bent: Bent) =>
    Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? origin,
        crossOrigin: false,
      }),
    );
  return {
    make: async ({ challenge, rp, user }, bent = {}) => {
      handle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(keys.publicKey)]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(dataOf(rp.id, bent, attested))],
        ]) as never,
      );
      return {
        id: id.toString("base64url"),
        clientDataJSON: clientData("webauthn.create", challenge, bent).toString("base64url"),
        attestationObject: Buffer.from(attestation).toString("base64url"),
        transports: ["internal"],
      };
    },
    prove: ({ challenge, rpId }, bent = {}) => {
      uses += 1;
      const data = dataOf(rpId, bent);
      const client = clientData("webauthn.get", challenge, bent);
      const { privateKey } = bent.forged === true ? generateKeyPairSync("ec", { namedCurve: "P-256" }) : keys;
      return {
        id: id.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
        userHandle: bent.userHandle ?? handle,
      };
    },
  };
}

function coseOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
