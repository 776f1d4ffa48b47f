import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import type { SwitchDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, Skeleton } from "../../kit/parts/states.tsx";
import { formatInstant, formatList } from "../../kit/text/format.ts";
import { useLanguage, useSentence, useText } from "../../kit/text/i18n.ts";
import { PositionForm } from "./position-form.tsx";
import { ReasonForm } from "./reason-form.tsx";
import { Says } from "./waiting-change.tsx";

type Of = SwitchDesk["switches"][number];

/**
 * One feature switch with its position. When opened, it shows its description, the effects of a change, and
 * its history.
 */
export function SwitchRow({
  of,
  base,
  mayChange,
}: {
  readonly of: Of;
  readonly base: number | null;
  readonly mayChange: boolean;
}) {
  const words = useText();
  const say = useSentence();
  const [isOpen, setOpen] = useState(false);
  const does = of.enabled ? (of.on ?? of.off) : of.off;
  const isSome = of.enabled && of.position !== null && !isPlain(of.position);
  const state = !of.enabled ? "off" : isSome || of.position === null ? "some" : "on";
  return (
    <li data-switch={of.name}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="switchrow">
          <span>
            <b>{say(of.title)}</b>
            {does === null ? null : <small>{say(does)}</small>}
            {state === "some" ? <small>{say(of.whom)}</small> : null}
            <small className="mut">
              {of.name} · {words(`studio:switches.ownerOf.${of.owner}`)}
            </small>
          </span>
          <Badge tone={state === "on" ? "gain" : state === "some" ? "info" : "warn"}>
            {words(`studio:switches.state.${state}`)}
          </Badge>
          <ChevronDown size={20} aria-hidden="true" />
        </summary>
        {isOpen ? <Opened of={of} base={base} mayChange={mayChange} /> : null}
      </details>
    </li>
  );
}

function isPlain(position: NonNullable<Of["position"]>): boolean {
  return Object.keys(position).length === 1;
}

function Opened({
  of,
  base,
  mayChange,
}: {
  readonly of: Of;
  readonly base: number | null;
  readonly mayChange: boolean;
}) {
  const words = useText();
  const [doing, setDoing] = useState<"propose" | "press" | null>(null);
  const canProtect =
    of.protects !== null && (of.protects === "on") !== (of.enabled && of.position?.on === true);
  const close = () => setDoing(null);
  return (
    <div className="switchmore">
      <Facts of={of} />
      {base !== null && mayChange && doing === null ? (
        <div className="row wraps">
          <Button kind="main" onClick={() => setDoing("propose")}>
            {words("studio:switches.propose")}
          </Button>
          {canProtect ? (
            <Button onClick={() => setDoing("press")}>{words(`studio:switches.press.${of.protects}`)}</Button>
          ) : null}
        </div>
      ) : null}
      {base !== null && doing === "propose" ? <PositionForm of={of} base={base} onClose={close} /> : null}
      {doing === "press" ? <PressForm of={of} onClose={close} /> : null}
      <More name={of.name} />
    </div>
  );
}

/** Describes a feature switch: what happens when it is on or off, what it covers, and which flows read it. */
function Facts({ of }: { readonly of: Of }) {
  const words = useText();
  const lng = useLanguage();
  const say = useSentence();
  return (
    <dl className="switchfacts">
      {of.on === null ? null : <Fact name={words("studio:switches.state.on")}>{say(of.on)}</Fact>}
      {of.off === null ? null : (
        <Fact name={words(of.on === null ? "studio:switches.means" : "studio:switches.state.off")}>
          {say(of.off)}
        </Fact>
      )}
      <Fact name={words("studio:switches.scope")}>{words(`studio:switches.scopes.${of.scope}`)}</Fact>
      {of.protects === null ? null : (
        <Fact name={words("studio:switches.protects")}>{words(`studio:switches.state.${of.protects}`)}</Fact>
      )}
      {of.flows.length === 0 ? null : (
        <Fact name={words("studio:switches.flows")}>
          {formatList(
            of.flows.map(({ title }) => say(title)),
            lng,
          )}
        </Fact>
      )}
    </dl>
  );
}

/** A form that sets a switch to its protecting position at once. It asks for a reason. */
function PressForm({ of, onClose }: { readonly of: Of; readonly onClose: () => void }) {
  const words = useText();
  return (
    <div className="gap12">
      <Note tone="warn">{words("studio:switches.press.says")}</Note>
      <ReasonForm
        label={words("studio:switches.form.reason")}
        ways={[
          {
            key: "press",
            label: words(`studio:switches.press.${of.protects}`),
            said: words("studio:switches.press.said"),
            send: (reason) =>
              call("POST", "/switches/of/{name}/press", { path: { name: of.name }, body: { reason } }),
          },
        ]}
        onClose={onClose}
      />
    </div>
  );
}

/** The effects of a change, and the history of the switch. */
function More({ name }: { readonly name: string }) {
  const words = useText();
  const say = useSentence();
  const page = useQuery(get("/switches/of/{name}", { path: { name } }));
  if (page.isPending) return <Skeleton height="96px" />;
  if (page.isLoadingError) return <ErrorState error={page.error} retry={() => void page.refetch()} />;
  const { turned, history } = page.data;
  return (
    <>
      <section className="gap8">
        <h3>{words(`studio:switches.turned.${turned.on ? "on" : "off"}`)}</h3>
        <Says says={turned.says.map((one) => say(one))} lost={turned.lost.map((one) => say(one))} />
      </section>
      <section className="gap8">
        <h3>{words("studio:switches.history")}</h3>
        <ul className="switchhistory">
          {history.map((one) => (
            <li key={one.revision}>
              <span>
                {say(one.before)} <span aria-hidden="true">→</span>
                <span className="sr">{words("studio:switches.becomes")}</span> <b>{say(one.after)}</b>
              </span>
              <small>
                <span className="num">{formatInstant(one.at)}</span>
                {" · "}
                {one.source === "file" ? (
                  words("studio:switches.fromFile")
                ) : (
                  <>
                    {one.reason}
                    {" · "}
                    {words(one.approvedBy === null ? "studio:switches.byOne" : "studio:switches.byTwo", {
                      by: one.by ?? words("staff:nav.someone"),
                      approvedBy: one.approvedBy ?? "",
                    })}
                  </>
                )}
              </small>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
