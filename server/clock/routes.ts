import { type App, AppError, answer, DAY, INSTANT, nameAnswers, objectOf, WHOLE } from "../http/index.ts";
import { CLOCK_YEARS, type MovableClock } from "./movable-clock.ts";

/** `/api/dev/clock`: shows and moves business time. Registered in development only. */
export function clockRoutes(app: App, clock: MovableClock): void {
  nameAnswers(app, {
    BusinessTime: objectOf(
      {
        now: INSTANT,
        today: DAY,
        wall: { ...INSTANT, description: "The machine's own time" },
        offsetMs: WHOLE,
      },
      "Business time, which development may move",
    ),
  });
  const show = () => ({
    now: clock.now().toISO(),
    today: clock.today(),
    wall: clock.wall().toISOString(),
    offsetMs: clock.offsetMs(),
  });
  app.get(
    "/api/dev/clock",
    {
      schema: {
        summary: "Business time (development only)",
        tags: ["development"],
        response: { 200: answer("BusinessTime") },
      },
    },
    async () => show(),
  );
  app.post<{ Body: { to?: string; advance?: string; reset?: true } }>(
    "/api/dev/clock",
    {
      schema: {
        summary: "Moves business time and runs the scheduled jobs that are due then (development only)",
        tags: ["development"],
        body: {
          type: "object",
          additionalProperties: false,
          minProperties: 1,
          maxProperties: 1,
          properties: {
            to: { type: "string", maxLength: 40 },
            advance: { type: "string", maxLength: 20 },
            reset: { const: true },
          },
        },
        response: { 200: answer("BusinessTime") },
      },
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
