import {
  type App,
  AppError,
  anonymous,
  call,
  DAY,
  exactly,
  INSTANT,
  inputOf,
  named,
  objectOf,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import { CLOCK_YEARS, type MovableClock } from "./movable-clock.ts";

const BusinessTime = named(
  "BusinessTime",
  objectOf(
    {
      now: INSTANT,
      today: DAY,
      wall: { ...INSTANT, description: "The machine's own time" },
      offsetMs: WHOLE,
    },
    "Business time, which development may move",
  ),
);

/** Registers `/api/dev/clock`, which shows and moves business time. Development only. */
export function clockRoutes(app: App, clock: MovableClock): void {
  const show = () => ({
    now: clock.now().toISO(),
    today: clock.today(),
    wall: clock.wall().toISOString(),
    offsetMs: clock.offsetMs(),
  });
  call(
    app,
    "GET /api/dev/clock",
    {
      summary: "Business time (development only)",
      tags: ["development"],
      access: anonymous,
      answers: { 200: BusinessTime },
      errors: [],
    },
    show,
  );
  call(
    app,
    "POST /api/dev/clock",
    {
      summary: "Moves business time and runs the scheduled jobs that are due then (development only)",
      tags: ["development"],
      access: anonymous,
      body: {
        ...inputOf({
          "to?": { ...TEXT, maxLength: 40 },
          "advance?": { ...TEXT, maxLength: 20 },
          "reset?": exactly(true),
        }),
        minProperties: 1,
        maxProperties: 1,
      },
      answers: { 200: BusinessTime },
      errors: [],
    },
    async (request) => {
      const { to, advance } = request.body;
      try {
        if (to !== undefined) await clock.moveTo(to);
        else if (advance !== undefined) await clock.advance(advance);
        else await clock.reset();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const pointer = to === undefined ? "/advance" : "/to";
        throw new AppError("not-valid", {
          fields: [{ pointer, code: "clock-range", message: "form:errors.clock-range", params: CLOCK_YEARS }],
        });
      }
      return show();
    },
  );
}
