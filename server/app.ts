import type { Clock } from "./clock/index.ts";
import {
  openFloor,
  openRooms,
  registerJobs,
  registerPages,
  registerRoutes,
  type ServerOptions,
  tellPages,
} from "./compose/index.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/index.ts";
import type { App } from "./http/index.ts";
import type { Jobs } from "./jobs/index.ts";

/** The complete server. It exists before it begins to listen. */
export type Server = {
  readonly app: App;
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  /** Starts the jobs, listens on the port and returns the address. */
  readonly listen: () => Promise<string>;
  /** Finishes the work in progress, and closes everything except the database server. */
  readonly close: () => Promise<void>;
};

/** Builds the server on a migrated database: the common services, then rooms, jobs, routes and pages. */
export async function createServer(
  config: Config,
  databaseUrl: string,
  options: ServerOptions = {},
): Promise<Server> {
  const floor = await openFloor(config, databaseUrl, options);
  const rooms = await openRooms(floor);
  registerJobs(floor, rooms);
  registerRoutes(floor, rooms);
  const unwatch = await tellPages(floor, rooms);
  await registerPages(floor, rooms);
  const { app, db, clock, jobs } = floor;
  const { sandboxes } = rooms;
  await app.ready();

  return {
    app,
    db,
    clock,
    jobs,
    listen: async () => {
      await jobs.start();
      const address = await app.listen({ port: config.port, host: config.host });
      await Promise.all(sandboxes.map((sandbox) => sandbox.start()));
      return address;
    },
    close: async () => {
      unwatch();
      await Promise.all([app.close(), ...sandboxes.map((sandbox) => sandbox.stop())]);
      await jobs.stop();
      await Promise.all([rooms.publishing.stop(), rooms.definitions.stop()]);
      floor.messages.close();
      rooms.legal.close();
      rooms.content.close();
      floor.flagSet.close();
      await db.destroy();
    },
  };
}
