import { afterAll, expect, test } from "vitest";
import { DESKTOP, logIn, settled, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, sharedBrowser, sharedPortal } from "./shared.ts";

afterAll(closeWindows);

test("the switches of an account are loaded again when switches change, and an unknown address is named at its field", async () => {
  const [browser, { origin }] = await Promise.all([sharedBrowser(), sharedPortal()]);
  const staff = await visit(browser, { origin, lng: "en", viewport: DESKTOP, series: "account-switches" });
  const { page } = staff;
  await logIn(page, "operations@saphan.example", PEOPLE_PASSWORD);
  // The server's events arrive when the test sends them.
  const sent = Promise.withResolvers<void>();
  await page.route("**/api/events", async (route) => {
    await sent.promise;
    const body = "retry: 60000\nevent: flags\ndata: {}\n\n";
    await route.fulfill({ contentType: "text/event-stream", body }).catch(() => {});
  });
  await page.goto("/studio/switches");
  await settled(page);
  await page.getByText("Which switches does one account have?").click();
  const field = page.locator("#switch-account");
  await field.fill("nobody@saphan.example");
  await field.press("Enter");
  await page.getByText(/No account has this/).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByText("Correct or remove").count()).toBe(0);
  await staff.look("unknown");
  await field.fill("investor@saphan.example");
  await field.press("Enter");
  await page.getByRole("heading", { name: /Switches of investor/ }).waitFor();
  const again = page.waitForRequest("**/api/switches/account");
  sent.resolve();
  await again;
  await page.getByRole("heading", { name: /Switches of investor/ }).waitFor();
});
