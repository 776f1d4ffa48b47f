import { expect, test } from "vitest";
import { FIXED_DAY } from "../support/fixed-day.ts";
import { LONG } from "./driver.ts";
import { startPortal } from "./portal.ts";
import { callsOf } from "./staff-calls.ts";
import { playTwoYears } from "./two-years.ts";

// Half a minute of settlement and accruals, so it runs in the campaign of journeys only.
test.runIf(LONG)(
  "the demo investor owns units of three strategies after the script that the README names, with an order on its way and statements",
  async () => {
    const portal = await startPortal({ brand: "saphan" });
    try {
      await playTwoYears(portal.origin, FIXED_DAY);
      const { call } = await callsOf(portal.origin, "investor");
      expect((await call("GET", "/overview")).body).toMatchObject({
        holdings: [{ code: "M-BTCA" }, { code: "M-LCAP" }, { code: "M-STABLE" }],
        onTheWay: [expect.anything()],
      });
      const { documents } = (await call("GET", "/documents")).body as { documents: readonly object[] };
      expect(documents.length).toBeGreaterThan(3);
    } finally {
      await portal.stop();
    }
  },
  180_000,
);
