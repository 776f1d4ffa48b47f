import type { FastifyRateLimitOptions, FastifyRateLimitStore } from "@fastify/rate-limit";

/**
 * Function that counts a call under a name over all server processes. Returns the call's number in the time
 * window, and the remaining time.
 */
export type CountCalls = (
  name: string,
  windowMs: number,
) => Promise<{ readonly current: number; readonly ttl: number }>;

type Callback = Parameters<FastifyRateLimitStore["incr"]>[1];

/** Maximum number of networks that are counted in memory. The oldest is removed first. */
const REMEMBERED = 5_000;

/**
 * Creates the store for rate limits. The global limit is counted in each process, which costs nothing and
 * prevents a single network from using up all capacity. Calls with their own limit are counted by `shared`.
 * If `shared` fails, the process counts these calls alone, so that limits always apply.
 */
export function limitStore(shared: CountCalls | undefined) {
  return class LimitStore implements FastifyRateLimitStore {
    readonly #call: string | null;
    readonly #counted = new Map<string, { current: number; endsAt: number }>();

    constructor(_options: FastifyRateLimitOptions, call: string | null = null) {
      this.#call = call;
    }

    incr(key: string, callback: Callback, timeWindow: number): void {
      if (this.#call === null || shared === undefined) {
        this.#countHere(key, callback, timeWindow);
        return;
      }
      shared(`${this.#call} ${key}`, timeWindow).then(
        (counted) => callback(null, counted),
        () => this.#countHere(key, callback, timeWindow),
      );
    }

    child(options: object): LimitStore {
      const { routeInfo } = options as { routeInfo?: { method?: unknown; url?: unknown } };
      return new LimitStore({}, `${routeInfo?.method} ${routeInfo?.url}`);
    }

    #countHere(key: string, callback: Callback, timeWindow: number): void {
      const now = Date.now();
      let counted = this.#counted.get(key);
      if (counted === undefined || counted.endsAt <= now) {
        this.#counted.delete(key);
        counted = { current: 0, endsAt: now + timeWindow };
        this.#counted.set(key, counted);
        if (this.#counted.size > REMEMBERED) {
          const [oldest] = this.#counted.keys();
          if (oldest !== undefined) this.#counted.delete(oldest);
        }
      }
      counted.current += 1;
      callback(null, { current: counted.current, ttl: counted.endsAt - now });
    }
  };
}
