import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { PeopleFound } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { PURPOSES, type Purpose, purposeIn } from "./purposes.ts";

const LEAST = 3;

/** The page on which a colleague looks up a person. It asks for the purpose first. */
export default function PeopleScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:people.title")} at="/staff/people">
      <div className="screen narrowscreen">
        <div>
          <h1 tabIndex={-1}>{words("staff:people.title")}</h1>
          <p className="mut">{words("staff:people.intro")}</p>
        </div>
        <LookUp />
      </div>
    </StaffPage>
  );
}

function LookUp() {
  const words = useText();
  const look = useLookUp();
  const { find, why, tried, run, busy, failed, answer, given } = look;
  return (
    <>
      <form className="card card--pad gap16 asks" noValidate onSubmit={look.submit}>
        <TextField
          id="find-person"
          label={words("staff:people.find")}
          hint={words("staff:people.hint")}
          value={find}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={tried && find.trim().length < LEAST ? words("staff:people.short") : null}
          onValue={look.setFind}
        />
        <SelectField
          id="find-why"
          label={words("staff:people.why")}
          value={why ?? ""}
          error={tried && why === null ? words("staff:people.whyMissing") : null}
          onValue={(value) => look.setWhy(purposeIn(value))}
        >
          <option value="" />
          {PURPOSES.map((purpose) => (
            <option key={purpose} value={purpose}>
              {words(`staff:people.purpose.${purpose}`)}
            </option>
          ))}
        </SelectField>
        <Button kind="main" type="submit" wide busy={busy}>
          <Search size={20} aria-hidden="true" /> {words("staff:people.search")}
        </Button>
      </form>
      <div aria-live="polite" className="gap16">
        {given === null ? null : busy ? (
          <LoadingShape rows={2} />
        ) : answer === null ? (
          <ErrorState error={failed} retry={() => run(given)} />
        ) : (
          <Found of={answer} purpose={given.purpose} />
        )}
      </div>
    </>
  );
}

/** Holds the search text and the purpose, and starts the search once both are given. */
function useLookUp() {
  const [find, setFind] = useState("");
  const [why, setWhy] = useState<Purpose | null>(null);
  const [tried, setTried] = useState(false);
  const search = useAction({
    // The search text is sent in a header, because logs contain addresses and must not contain search texts.
    call: (asked: { readonly find: string; readonly purpose: Purpose }) =>
      call("GET", "/people", {
        query: { purpose: asked.purpose },
        headers: { "x-find": encodeURIComponent(asked.find) },
      }),
    failed: "here",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const asked = find.trim();
    if (asked.length < LEAST) document.getElementById("find-person")?.focus();
    else if (why === null) document.getElementById("find-why")?.focus();
    else search.run({ find: asked, purpose: why });
  };
  return { ...search, find, setFind, why, setWhy, tried, submit };
}

function Found({ of, purpose }: { readonly of: PeopleFound; readonly purpose: Purpose }) {
  const words = useText();
  if (of.people.length === 0)
    return <EmptyState title={words("staff:people.nobody")}>{words("staff:people.nobodyText")}</EmptyState>;
  return (
    <section className="gap12" aria-labelledby="found">
      <h2 id="found">{words("staff:people.found", { count: of.people.length })}</h2>
      <ul className="card desks">
        {of.people.map((person) => (
          <li key={person.id}>
            <PageLink to="/staff/people/$id" params={{ id: person.id }} search={{ purpose }}>
              <span>
                <b className="wrap">{person.name ?? person.email}</b>
                <small className="wrap">
                  {person.name === null ? null : `${person.email} · `}
                  {words("staff:people.customer", { number: person.customerNumber })}
                </small>
                <span className="rowwrap">
                  {person.test ? <Badge tone="warn">{words("staff:test")}</Badge> : null}
                  {person.locked ? <Badge tone="loss">{words("staff:people.locked")}</Badge> : null}
                  {person.role === null ? null : (
                    <Badge tone="info">
                      {words("staff:people.colleague", { role: words(`staff:role.${person.role}`) })}
                    </Badge>
                  )}
                </span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
