import { useSession } from "../../kit/api/session.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { CHANGEABLE, type Changeable } from "./changeable.ts";
import "../studio.css";

/**
 * The page of everything that staff can change without programming: where, who proposes it, who approves it,
 * and when it takes effect.
 */
export default function WhereScreen() {
  const words = useText();
  return (
    <StaffPage title={words("studio:where.title")} at="/studio">
      <div className="screen">
        <div>
          <PageLink className="link small" to="/studio">
            {words("studio:home.title")}
          </PageLink>
          <h1 tabIndex={-1}>{words("studio:where.title")}</h1>
          <p className="mut">{words("studio:where.intro")}</p>
        </div>
        <ul className="card list wherelist">
          {CHANGEABLE.map((one) => (
            <Row key={one.name} of={one} />
          ))}
        </ul>
      </div>
    </StaffPage>
  );
}

function Row({ of }: { readonly of: Changeable }) {
  const words = useText();
  const said = (part: string) => words(`studio:where.of.${of.name}.${part}`);
  const role = useSession()?.user?.role;
  // The link is shown only to these roles, because the page rejects all other roles.
  const opens = [...of.proposes, ...of.approves].some((one) => one === role);
  const roles = (list: Changeable["proposes"]) =>
    list.map((role) => words(`staff:role.${role}`)).join(` ${words("studio:where.or")} `);
  return (
    <li className="whererow">
      <div>
        {opens ? (
          <PageLink className="link" to={of.page}>
            {said("title")}
          </PageLink>
        ) : (
          <b>{said("title")}</b>
        )}
        <p className="small">{said("what")}</p>
      </div>
      <dl className="whofacts">
        <div>
          <dt>{words("studio:where.proposes")}</dt>
          <dd>{roles(of.proposes)}</dd>
        </div>
        <div>
          <dt>{words("studio:where.approves")}</dt>
          <dd>
            {of.approves.length === 0
              ? words("studio:where.nobody")
              : words("studio:where.another", { roles: roles(of.approves) })}
          </dd>
        </div>
        <div>
          <dt>{words("studio:where.counts")}</dt>
          <dd>{said("counts")}</dd>
        </div>
      </dl>
    </li>
  );
}
