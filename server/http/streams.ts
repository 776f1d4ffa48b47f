import type { ServerResponse } from "node:http";
import type { Request } from "./app.ts";
import { networkOf } from "./network-of.ts";

/** The open event streams, counted per person and per address. */
export type Streams = {
  /**
   * Returns the status with which another stream of this client is refused; `null` if the client may open
   * one.
   */
  readonly refuse: (request: Request) => 429 | 503 | null;
  readonly add: (request: Request, response: ServerResponse) => void;
  /** Writes a text to all open streams. */
  readonly tell: (text: string) => void;
  /** Returns the session proofs (`SessionRenewal.proof`) with which the streams were opened. */
  readonly proofs: () => readonly string[];
  /** Ends the streams that were opened with this session proof. */
  readonly endOf: (proof: string) => void;
  readonly endAll: () => void;
  readonly count: () => number;
};

/** Maximum number of open streams: in total, per person (tabs, devices), and of visitors per address. */
const MOST = { all: 10_000, person: 12, network: 200 } as const;
/** Maximum number of unsent bytes per stream. A client with more is disconnected, and reconnects. */
const MOST_WAITING_BYTES = 64 * 1024;

/** Creates the empty list of open streams. */
export function createStreams(): Streams {
  const open = new Set<ServerResponse>();
  const perProof = new Map<string, Set<ServerResponse>>();
  const perClient = new Map<string, number>();
  return {
    refuse: (request) => {
      if (open.size >= MOST.all) return 503;
      const most = request.person === null ? MOST.network : MOST.person;
      return (perClient.get(clientOf(request)) ?? 0) >= most ? 429 : null;
    },
    add: (request, response) => {
      const client = clientOf(request);
      perClient.set(client, (perClient.get(client) ?? 0) + 1);
      open.add(response);
      const proof = request.person?.renewal?.proof;
      if (proof !== undefined) perProof.set(proof, (perProof.get(proof) ?? new Set()).add(response));
      response.on("close", () => {
        open.delete(response);
        if (proof !== undefined) {
          perProof.get(proof)?.delete(response);
          if (perProof.get(proof)?.size === 0) perProof.delete(proof);
        }
        const left = (perClient.get(client) ?? 1) - 1;
        if (left === 0) perClient.delete(client);
        else perClient.set(client, left);
      });
    },
    tell: (text) => {
      for (const response of open) {
        if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
        else response.write(text);
      }
    },
    proofs: () => [...perProof.keys()],
    endOf: (proof) => {
      for (const response of perProof.get(proof) ?? []) response.end();
    },
    endAll: () => {
      for (const response of open) response.end();
      open.clear();
    },
    count: () => open.size,
  };
}

function clientOf({ person, ip }: Request): string {
  return person === null ? networkOf(ip) : person.id;
}
