import { leavesTestsOut, markTest, testAccounts } from "../accounts/index.ts";
import { type App, AppError, call, inputOf, staff, UUID, written } from "../http/index.ts";
import { doneBy } from "./access.ts";
import { TestAccounts, TestMarked } from "./answers.ts";
import type { Room } from "./room.ts";

const tags = ["staff"];
const byId = inputOf({ id: UUID });
const reason = written({ least: 5, most: 300 });

/** Registers the calls for test accounts. Staff use such accounts to try the portal. */
export function testAccountRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/test-accounts",
    {
      summary: "Accounts that are there to try the portal with, by which every desk marks them",
      tags,
      access: staff("support", "compliance", "finance", "operations", "admin"),
      answers: { 200: TestAccounts },
      errors: [],
    },
    async () => ({
      accounts: await testAccounts(room.accounts),
      leftOut: leavesTestsOut(room.accounts.isOn),
    }),
  );

  for (const deed of ["mark-test", "unmark-test"] as const)
    call(
      app,
      `POST /api/people/:id/${deed}`,
      {
        summary:
          deed === "mark-test"
            ? "Marks an account as a test, for a reason that is kept: it stays out of figures while the switch says so. The first call proposes it, that of another administrator marks it"
            : "Takes that mark away, for a reason that is kept",
        tags,
        access: doneBy("markTest"),
        params: byId,
        body: inputOf({ reason }),
        answers: { 200: TestMarked },
        errors: ["not-found", "staff-are-no-tests", "nothing-changed", "same-person"],
      },
      async (request) => {
        const marked = await markTest(room.accounts, {
          personId: request.params.id,
          test: deed === "mark-test",
          reason: request.body.reason.trim(),
          by: request.person.id,
        });
        if (!marked.ok) throw new AppError(marked.error.code);
        return marked.value;
      },
    );
}
