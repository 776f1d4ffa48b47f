import { afterAll, beforeAll, expect, it } from "vitest";
import { sweep } from "../../../server/accounts/sweep.ts";
import { buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

it("the daily clean-up erases ended sessions, used links, codes and counters on time, and keeps those in use", async () => {
  const browser = await logInAs(house, "investor@saphan.example");
  await browser.call("POST", "/api/auth/send-otp", { channel: "email", action: "change-bank" });
  await browser.call("POST", "/api/auth/forget-password", { email: "investor@saphan.example" });
  await openBrowser(house).call("POST", "/api/auth/login", {
    email: "x@example.com",
    password: "Wrong!Pass1",
  });
  expect(await sweep(house.accounts)).toBe(0);
  house.pass(50 * 86_400_000);
  // The job erases a session, a link, a code, the day's count, the tries by address, by account and by both,
  // and the guesses that the log-in reset.
  expect(await sweep(house.accounts)).toBe(8);
  expect(await sweep(house.accounts)).toBe(0);
});
