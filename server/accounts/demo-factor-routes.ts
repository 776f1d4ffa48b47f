import { Secret, TOTP } from "otpauth";
import { type App, anonymous, call, named, objectOf, TEXT, WHOLE } from "../http/index.ts";
import { totpSettings } from "./authenticator.ts";
import { DEMO_TOTP } from "./demo-people.ts";
import type { Room } from "./room.ts";

const DemoFactor = named(
  "DemoFactor",
  objectOf(
    { secret: TEXT, code: TEXT, seconds: { ...WHOLE, description: "For which this code is the newest" } },
    "What the authenticator app of every demo colleague shows",
  ),
);

/**
 * Registers `/api/dev/factor`, which returns the present second-factor code of demo staff. Development only.
 */
export function demoFactorRoutes(app: App, room: Pick<Room, "clock">): void {
  call(
    app,
    "GET /api/dev/factor",
    {
      summary: "The second factor of the demo colleagues (development only)",
      tags: ["development"],
      access: anonymous,
      answers: { 200: DemoFactor },
      errors: [],
      config: { keepsNobodyLoggedIn: true },
    },
    () => {
      const { algorithm, digits, period } = totpSettings;
      const timestamp = room.clock.wall().getTime();
      const app = new TOTP({ secret: Secret.fromBase32(DEMO_TOTP), algorithm, digits, period });
      return {
        secret: DEMO_TOTP,
        code: app.generate({ timestamp }),
        seconds: period - (Math.floor(timestamp / 1000) % period),
      };
    },
  );
}
