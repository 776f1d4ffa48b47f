import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { HoldersRegister } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { TestMark } from "../test-mark.tsx";
import { accountName } from "./account-name.ts";
import { bookedAmount } from "./booked-amount.ts";

/** The page of the books as of a day: the trial balance, and the unit holders of a strategy. */
export default function BooksScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:books.title")} at="/staff/books">
      <Books />
    </StaffPage>
  );
}

function Books() {
  const words = useText();
  const [typed, setTyped] = useState("");
  const parsed = parseTypedDate(typed.trim());
  const day = parsed.ok ? parsed.value : null;
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:books.title")}</h1>
          <p className="mut">{words("staff:books.intro")}</p>
        </div>
        <TextField
          id="books-date"
          label={words("staff:books.date")}
          hint={words("staff:books.dateHint")}
          inputMode="numeric"
          placeholder="DD/MM/YYYY"
          value={typed}
          error={typed.length >= 10 && day === null ? words("staff:books.dateWrong") : null}
          onValue={setTyped}
        />
      </div>
      <Balance day={day} />
      <Register day={day} />
    </div>
  );
}

function Balance({ day }: { readonly day: string | null }) {
  const words = useText();
  const query = day === null ? "" : `?date=${day}`;
  const balance = useQuery(get("/trial-balance", { query: { date: day ?? undefined } }));
  return (
    <section className="card card--pad gap12" aria-labelledby="balance">
      <Head id="balance" title={words("staff:books.balance")} file={`/api/trial-balance/csv${query}`} />
      <p className="small">{words("staff:books.sign")}</p>
      <p className="small">{words("staff:books.dates")}</p>
      {balance.isPending ? <LoadingShape rows={6} /> : null}
      {balance.isError ? <ErrorState error={balance.error} retry={() => void balance.refetch()} /> : null}
      {balance.data ? (
        <ScrollSection
          className="tablewrap"
          label={words("staff:books.asOf", { date: formatDate(balance.data.asOf) })}
        >
          <table className="tbl">
            <caption className="small">
              {words("staff:books.asOf", { date: formatDate(balance.data.asOf) })}
            </caption>
            <thead>
              <tr>
                {["asset", "account", "debits", "credits", "balance"].map((column) => (
                  <th key={column} scope="col">
                    {words(`staff:books.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {balance.data.lines.map((line) => (
                <tr key={`${line.asset} ${line.account}`}>
                  <td>{line.asset}</td>
                  <td>{accountName(line.account, words)}</td>
                  {(["debits", "credits", "balance"] as const).map((column) => (
                    <td key={column} className="num">
                      {bookedAmount(line[column], line.asset === "THB" ? "baht" : "units")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollSection>
      ) : null}
    </section>
  );
}

function Register({ day }: { readonly day: string | null }) {
  const words = useText();
  const [chosen, setChosen] = useState("");
  const strategies = useQuery(get("/strategies"));
  const codes = strategies.data?.strategies.map(({ code }) => code) ?? [];
  const code = chosen || (codes[0] ?? "");
  const query = `?strategy=${encodeURIComponent(code)}${day === null ? "" : `&date=${day}`}`;
  const register = useQuery({
    ...get("/holders", { query: { strategy: code, date: day ?? undefined } }),
    enabled: code !== "",
  });
  return (
    <section className="card card--pad gap12" aria-labelledby="holders">
      <Head id="holders" title={words("staff:books.holders")} file={`/api/holders/csv${query}`} />
      <SelectField id="books-strategy" label={words("staff:books.strategy")} value={code} onValue={setChosen}>
        {codes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {register.isError ? <ErrorState error={register.error} retry={() => void register.refetch()} /> : null}
      {register.data ? (
        <>
          <p>
            {words("staff:books.total", {
              count: register.data.holders,
              units: formatUnits(register.data.units),
              date: formatDate(register.data.asOf),
            })}{" "}
            <span className="small">
              {words(register.data.withoutTests ? "staff:books.withoutTests" : "staff:books.withTests")}
            </span>
          </p>
          <HolderTable of={register.data} />
        </>
      ) : null}
    </section>
  );
}

function HolderTable({ of }: { readonly of: HoldersRegister }) {
  const words = useText();
  return (
    <ScrollSection className="tablewrap" label={`${words("staff:books.holders")} ${of.strategy}`}>
      <table className="tbl">
        <thead>
          <tr>
            {["holder", "units", "cost", "since"].map((column) => (
              <th key={column} scope="col">
                {words(`staff:books.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line) => (
            <tr key={line.holder}>
              <td>
                {line.holder} <TestMark who={line.holder} />
              </td>
              <td className="num">{formatUnits(line.units)}</td>
              <td className="num">{formatBaht(line.cost)}</td>
              <td>{line.since === null ? "–" : formatDate(line.since)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollSection>
  );
}

function Head(of: { readonly id: string; readonly title: string; readonly file: string }) {
  const words = useText();
  return (
    <div className="rowwrap">
      <h2 id={of.id} className="grow">
        {of.title}
      </h2>
      <a className="btn btn--line btn--small" href={of.file} download>
        {words("staff:books.csv")}
      </a>
    </div>
  );
}
