import { formatBaht as bahtOf } from "../../../domain/money.ts";
import type { SlipOnDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBaht } from "../../kit/text/format.ts";
import { firstText, useText } from "../../kit/text/i18n.ts";
import type { SlipAction } from "./use-slip-action.ts";
import { SLIP_FIELDS, type SlipReading } from "./use-slip-reading.ts";

/** A form with the fields that finance reads from a slip and confirms. */
export function SlipReader({
  of,
  reading,
  acting,
}: {
  readonly of: SlipOnDesk;
  readonly reading: SlipReading;
  readonly acting: SlipAction;
}) {
  const words = useText();
  const { read, off } = reading;
  return (
    <form
      className="slipread"
      onSubmit={(event) => {
        event.preventDefault();
        acting.run({
          send: () => call("POST", "/slips/{id}/confirm", { path: { id: of.id }, body: reading.body() }),
          said: "staff:money.slips.confirmed",
        });
      }}
    >
      <h3>{words("staff:money.slips.read")}</h3>
      {SLIP_FIELDS.map((field) => (
        <TextField
          key={field}
          id={`${of.id}-${field}`}
          className="num"
          label={words(`staff:money.slips.field.${field}`)}
          placeholder={field === "date" ? "DD/MM/YYYY" : field === "time" ? "HH:MM" : undefined}
          inputMode={field === "amount" ? "decimal" : field === "reference" ? "text" : "numeric"}
          autoComplete="off"
          readOnly={of.code === "read" && (field === "bank" || field === "reference")}
          value={read[field]}
          error={acting.faultOf(field)}
          onValue={(value) => reading.write(field, value)}
        />
      ))}
      {read.bank.trim() === "" ? null : (
        <p className="small">
          {firstText([`form:common.bank-code.options.${read.bank.trim()}`]) ?? read.bank}
        </p>
      )}
      {off === null ? null : <OtherAmount off={off} due={of.amount} reading={reading} />}
      <Button kind="main" type="submit" busy={acting.busy} disabled={!reading.isComplete}>
        {words("staff:money.slips.confirm")}
      </Button>
    </form>
  );
}

/**
 * Asks whether an amount that differs from the order's amount is right. `off` is the difference in satang;
 * `due` is the order's amount in baht.
 */
function OtherAmount({
  off,
  due,
  reading,
}: {
  readonly off: bigint;
  readonly due: string;
  readonly reading: SlipReading;
}) {
  const words = useText();
  return (
    <Note tone="warn" role="alert">
      {words(off < 0n ? "staff:money.slips.less" : "staff:money.slips.more", {
        off: formatBaht(bahtOf(off < 0n ? -off : off)),
        due: formatBaht(due),
      })}
      <label>
        <input
          type="checkbox"
          checked={reading.isSure}
          onChange={({ currentTarget }) => reading.setSure(currentTarget.checked)}
        />{" "}
        {words("staff:money.slips.sure")}
      </label>
    </Note>
  );
}
