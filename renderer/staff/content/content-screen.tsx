import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ContentDesk } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { ContentItem } from "./content-item.tsx";
import { openContent, unsentContent } from "./unsent-content.ts";
import "./content.css";

type Group = ContentDesk["types"][number];
type Type = Group["type"];
const KEY = /^[a-z0-9][a-z0-9-]{0,79}$/;

/**
 * The page of the public site's content: published, untranslated and waiting items. One person writes, and
 * another publishes.
 */
export default function ContentScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:content.title")} at="/staff/content">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/content-desk"), refetchInterval: 10_000 });
  const [type, setType] = useState<Type>("article");
  const [open, setOpen] = useState<{ readonly type: Type; readonly key: string } | null>(openContent);
  if (open !== null)
    return (
      <div className="screen">
        <div>
          <Button small onClick={() => setOpen(null)}>
            {words("staff:content.back")}
          </Button>
        </div>
        <ContentItem type={open.type} itemKey={open.key} />
      </div>
    );
  const groups = desk.data?.types ?? [];
  const waiting = groups.flatMap((group) =>
    group.items.filter((item) => item.waiting).map((item) => ({ ...item, type: group.type })),
  );
  const group = groups.find((one) => one.type === type);
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:content.title")}</h1>
          <p className="mut">{words("staff:content.intro")}</p>
        </div>
      </div>
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {waiting.length === 0 ? null : <WaitingItems of={waiting} onOpen={setOpen} />}
      {group === undefined ? null : (
        <ItemsOfType of={group} groups={groups} onType={setType} onOpen={(key) => setOpen({ type, key })} />
      )}
    </div>
  );
}

type WaitingItem = Group["items"][number] & { readonly type: Type };

/** The items of all types that wait for publication. */
function WaitingItems({
  of,
  onOpen,
}: {
  readonly of: readonly WaitingItem[];
  readonly onOpen: (item: WaitingItem) => void;
}) {
  const words = useText();
  return (
    <section className="card judged" aria-labelledby="content-waiting">
      <h2 id="content-waiting">{words("staff:content.waitingCount", { count: of.length })}</h2>
      <ul className="contentlist">
        {of.map((item) => (
          <Row
            key={`${item.type}/${item.key}`}
            item={item}
            type={item.type}
            kind={words(`staff:content.type.${item.type}`)}
            onOpen={() => onOpen(item)}
          />
        ))}
      </ul>
    </section>
  );
}

/**
 * The items of one type, with a field to choose another type. If the type allows it, a person can add an
 * item.
 */
function ItemsOfType({
  of,
  groups,
  onType,
  onOpen,
}: {
  readonly of: Group;
  readonly groups: readonly Group[];
  readonly onType: (type: Type) => void;
  readonly onOpen: (key: string) => void;
}) {
  const words = useText();
  return (
    <section className="card judged">
      <SelectField
        id="content-type"
        label={words("staff:content.kind")}
        value={of.type}
        onValue={(chosen) => onType(chosen as Type)}
      >
        {groups.map((one) => (
          <option key={one.type} value={one.type}>
            {words(`staff:content.type.${one.type}`)} ({one.items.length})
          </option>
        ))}
      </SelectField>
      <ul className="contentlist">
        {of.items.map((item) => (
          <Row key={item.key} item={item} type={of.type} onOpen={() => onOpen(item.key)} />
        ))}
      </ul>
      {of.type === "home" || of.type === "page" ? null : <NewItem of={of} onOpen={onOpen} />}
    </section>
  );
}

function Row({
  item,
  type,
  kind,
  onOpen,
}: {
  readonly item: Group["items"][number];
  readonly type: Type;
  readonly kind?: string;
  readonly onOpen: () => void;
}) {
  const words = useText();
  const isUnsent = unsentContent({ type, key: item.key }) !== null;
  return (
    <li>
      <div>
        <b>{item.title}</b>
        <p className="small">{kind === undefined ? item.key : `${kind} · ${item.key}`}</p>
      </div>
      <span className="row wraps">
        {isUnsent ? <Badge tone="info">{words("staff:content.unsentBadge")}</Badge> : null}
        {item.waiting ? <Badge tone="warn">{words("staff:content.waiting")}</Badge> : null}
        {item.published && !item.translated ? (
          <Badge tone="loss">{words("staff:content.untranslated")}</Badge>
        ) : null}
        <Button small onClick={onOpen}>
          {words("staff:content.open")}
          <span className="sr"> {item.title}</span>
        </Button>
      </span>
    </li>
  );
}

function NewItem({ of, onOpen }: { readonly of: Group; readonly onOpen: (key: string) => void }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const [key, setKey] = useState("");
  const [wrong, setWrong] = useState(false);
  if (role !== "operations") return null;
  return (
    <form
      className="gap12"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const fits = KEY.test(key.trim()) && !of.items.some((item) => item.key === key.trim());
        setWrong(!fits);
        if (fits) onOpen(key.trim());
      }}
    >
      <TextField
        id="content-new"
        label={words("staff:content.newKey")}
        hint={words("staff:content.newKeyHint")}
        autoComplete="off"
        value={key}
        error={wrong ? words("staff:content.newKeyWrong") : null}
        onValue={setKey}
      />
      <div>
        <Button small type="submit">
          {words("staff:content.new")}
        </Button>
      </div>
    </form>
  );
}
