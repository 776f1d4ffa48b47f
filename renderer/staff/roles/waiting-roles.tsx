import type { StaffRoles } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

const SAID = { approve: "approved", reject: "rejected", withdraw: "withdrawn" } as const;
type Deed = keyof typeof SAID;

/** Proposed roles that wait for a second person. */
export function WaitingRoles({ of }: { readonly of: StaffRoles }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const mayDecide = role === "admin" || role === "compliance";
  const { run, doing } = useAction({
    call: ({ id, deed }: { readonly id: string; readonly deed: Deed }) =>
      call("POST", `/staff-roles/proposals/{id}/${deed}`, { path: { id } }),
    changes: ["/staff-roles"],
    said: ({ deed }) => words(`staff:roles.${SAID[deed]}`),
  });
  return (
    <section className="card card--pad gap12" aria-labelledby="waiting">
      <h2 id="waiting">{words("staff:roles.waiting")}</h2>
      {of.waiting.length === 0 ? <p className="mut">{words("staff:roles.noWaiting")}</p> : null}
      <ul className="rowlist">
        {of.waiting.map((one) => {
          const deeds: readonly Deed[] = one.own ? ["withdraw"] : one.mine ? [] : ["approve", "reject"];
          return (
            <li key={one.id}>
              <Asked of={one} />
              {mayDecide ? (
                <span className="rowwrap">
                  {deeds.map((deed) => (
                    <Button
                      key={deed}
                      small
                      {...(deed === "approve" ? { kind: "main" as const } : {})}
                      busy={doing?.id === one.id && doing.deed === deed}
                      onClick={() => run({ id: one.id, deed })}
                    >
                      {words(`staff:roles.${deed}`)}
                      <span className="sr"> {one.email}</span>
                    </Button>
                  ))}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The proposal: whose role would change, who proposed it, and why. */
function Asked({ of }: { readonly of: StaffRoles["waiting"][number] }) {
  const words = useText();
  const named = (role: string | null) => words(`staff:role.${role ?? "none"}`);
  return (
    <span className="wrap">
      <b>
        {words("staff:roles.asked", {
          email: of.email,
          from: named(of.roleBefore),
          to: named(of.role),
        })}
      </b>
      <small className="block">
        {words("staff:roles.byWhom", {
          by: of.by,
          at: formatInstant(of.at),
          reason: of.reason || words("staff:erased"),
        })}
      </small>
      {of.own || of.mine ? (
        <small className="block">{words(of.own ? "staff:roles.ownWaits" : "staff:roles.aboutYou")}</small>
      ) : null}
    </span>
  );
}
