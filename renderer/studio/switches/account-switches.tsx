import { Check, Search, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AccountSwitches } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { flagsHeard } from "../../kit/api/events.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useSentence, useText } from "../../kit/text/i18n.ts";
import { useStore } from "../../kit/text/store.ts";
import { Fault } from "./reason-form.tsx";

type Of = AccountSwitches["switches"][number];
type Condition = Of["needs"][number];

/**
 * A card on which staff type an account's e-mail address. It shows which switches the account has, and which
 * conditions the account meets.
 */
export function AccountSwitchesCard() {
  const words = useText();
  const { email, setEmail, wrong, isUnknown, submit, asking } = useLookUp();
  return (
    <details className="card judged">
      <summary>{words("studio:switches.account.title")}</summary>
      <div className="gap16">
        <form className="gap12" noValidate onSubmit={submit}>
          <TextField
            id="switch-account"
            label={words("studio:switches.account.email")}
            hint={words("studio:switches.account.hint")}
            value={email}
            error={
              wrong
                ? words("studio:switches.account.wrong")
                : isUnknown
                  ? words("studio:switches.account.unknown")
                  : null
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            maxLength={254}
            onValue={setEmail}
          />
          <Button type="submit" busy={asking.busy}>
            <Search size={20} aria-hidden="true" /> {words("studio:switches.account.look")}
          </Button>
        </form>
        {isUnknown ? null : <Fault fault={asking.fault} failure={asking.failed} />}
        <div aria-live="polite">{asking.answer === null ? null : <Found of={asking.answer} />}</div>
      </div>
    </details>
  );
}

/** Holds the typed e-mail address and loads the switches of its account. */
function useLookUp() {
  const [email, setEmail] = useState("");
  const [wrong, setWrong] = useState(false);
  const asking = useAction({
    // The e-mail address is sent in a header, because logs contain the paths of calls.
    call: (asked: string) =>
      call("GET", "/switches/account", { headers: { "x-find": encodeURIComponent(asked) } }),
    failed: (failure) => {
      if (isOfUnknown(failure)) document.getElementById("switch-account")?.focus();
    },
  });
  // The answer is loaded again if a switch has changed since.
  const heard = useStore(flagsHeard);
  const shown = useRef({ email: "", load: asking.run });
  shown.current = { email: asking.answer?.email ?? "", load: asking.run };
  useEffect(() => {
    const { email: asked, load } = shown.current;
    if (heard > 0 && asked !== "") load(asked);
  }, [heard]);
  return {
    email,
    wrong,
    isUnknown: isOfUnknown(asking.failed),
    asking,
    setEmail: (typed: string) => {
      setEmail(typed);
      setWrong(false);
      asking.forget();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      const asked = email.trim();
      const isWrong = !/^\S+@\S+$/.test(asked);
      setWrong(isWrong);
      if (isWrong) document.getElementById("switch-account")?.focus();
      else asking.run(asked);
    },
  };
}

/** Returns whether a look-up failed because no account has the e-mail address. */
function isOfUnknown(failure: ApiFailure | null): boolean {
  return failure?.kind === "refused" && failure.code === "switch-account-unknown";
}

/** The switches of one account. Switches that depend on the account come first, with their conditions. */
function Found({ of }: { readonly of: AccountSwitches }) {
  const words = useText();
  const depends = of.switches.filter(({ ways, needs }) => ways.length + needs.length > 0);
  const same = of.switches.filter((one) => !depends.includes(one));
  return (
    <section className="gap16" aria-labelledby="account-switches">
      <h3 id="account-switches" className="wrap">
        {words("studio:switches.account.of", { email: of.email })}
      </h3>
      {depends.length === 0 ? (
        <p>{words("studio:switches.account.none")}</p>
      ) : (
        <ul className="switchhistory">
          {depends.map((one) => (
            <Depends key={one.name} of={one} />
          ))}
        </ul>
      )}
      <Same on of={same.filter(({ on }) => on)} />
      <Same on={false} of={same.filter(({ on }) => !on)} />
    </section>
  );
}

/**
 * A switch that is on for some people only. Each of its conditions is shown, with whether the account meets
 * it.
 */
function Depends({ of }: { readonly of: Of }) {
  const words = useText();
  const say = useSentence();
  return (
    <li>
      <span className="row between">
        <b>{say(of.title)}</b>
        <Badge tone={of.on ? "gain" : "warn"}>{words(`studio:switches.state.${of.on ? "on" : "off"}`)}</Badge>
      </span>
      {of.ways.map((way, at) => (
        <div key={way.map(({ says }) => says.en).join()}>
          {at === 0 ? null : <small>{words("studio:switches.account.or")}</small>}
          <Conditions of={way} />
        </div>
      ))}
      {of.needs.length === 0 ? null : <Conditions of={of.needs} />}
    </li>
  );
}

function Conditions({ of }: { readonly of: readonly Condition[] }) {
  const words = useText();
  const say = useSentence();
  return (
    <ul className="conditions">
      {of.map(({ says, holds }) => (
        <li key={says.en} data-holds={holds}>
          {holds ? <Check size={16} aria-hidden="true" /> : <X size={16} aria-hidden="true" />}
          <span>
            <span className="sr">{words(`studio:switches.account.${holds ? "meets" : "misses"}`)}</span>{" "}
            {say(says)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Titles of switches that are on, or off, for everybody. */
function Same({ on, of }: { readonly on: boolean; readonly of: readonly Of[] }) {
  const words = useText();
  const say = useSentence();
  if (of.length === 0) return null;
  return (
    <div className="gap8">
      <b>{words(`studio:switches.account.${on ? "everybody" : "nobody"}`)}</b>
      <ul className="rowwrap">
        {of.map(({ name, title }) => (
          <li key={name}>
            <Badge tone={on ? "gain" : "warn"}>{say(title)}</Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
