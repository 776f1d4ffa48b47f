import { createContext, useContext } from "react";
import type { Result } from "../../engine/values/result.ts";
import type { OtpSent, View } from "../kit/api/answers.ts";
import type { CallAt } from "../kit/api/calls.ts";
import { type ApiFailure, call, callAt } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { fetchPicture, sendFile } from "../kit/api/upload.ts";
import { type LoadedFlow, loadFlow } from "./module.ts";
import type { StepBody } from "./view.ts";

/**
 * How a flow is opened.
 * - `go-on`: continues at the person's position.
 * - `again`: restarts after an end, and offers the earlier answers.
 * - `start-over`: restarts from any step, and offers the earlier answers.
 * - `another`: starts a second instance while the first one waits.
 * - `instead`: starts a new instance, whatever the position in the old one.
 */
export type Opening = "go-on" | "again" | "start-over" | "another" | "instead";
const OPENINGS = {
  "go-on": {},
  again: { again: true },
  "start-over": { startOver: true },
  another: { again: true, blank: true },
  instead: { startOver: true, blank: true },
} as const;

/** Paths of the calls that create what a widget shows, such as recovery codes. These calls take no input. */
export type MadePath = "/security/authenticator" | "/security/recovery-codes";

/**
 * The calls that a flow runner and its screens make. A call goes to the server; in a preview, it goes to a
 * replacement of the server.
 */
export type FlowBackend = {
  /** Opens the person's instance of a flow. */
  readonly open: (flow: string, how: Opening) => Promise<Result<View, ApiFailure>>;
  readonly look: (instance: string) => Promise<Result<View, ApiFailure>>;
  readonly submit: (given: {
    readonly instance: string;
    readonly step: string;
    readonly body: StepBody;
    /** Revision of the step's answer that the screen shows; 0 if there is no answer. */
    readonly seen: number;
    readonly idempotencyKey: string;
  }) => Promise<Result<View, ApiFailure>>;
  readonly sendCode: (instance: string, step: string) => Promise<Result<OtpSent, ApiFailure>>;
  /** Loads the compiled flow that a view needs. */
  readonly module: (view: View) => Promise<LoadedFlow>;
  readonly sendFile: typeof sendFile;
  readonly picture: (file: string) => Promise<string | null>;
  /**
   * Creates something that a widget shows but that is not part of the flow, such as an authenticator secret.
   */
  readonly make: <Path extends MadePath>(
    path: Path,
  ) => Promise<Result<CallAt<"POST", Path>["answer"], ApiFailure>>;
  /** Returns the query that loads a record outside the flow, such as a record that an effect wrote. */
  readonly record: typeof get;
};

/** The backend that calls the server. */
export const server: FlowBackend = {
  open: (flow, how) => call("POST", "/flows/{flow}/instances", { path: { flow }, body: OPENINGS[how] }),
  look: (instance) => call("GET", "/instances/{id}", { path: { id: instance } }),
  submit: ({ instance, step, body, seen, idempotencyKey }) =>
    call("POST", "/instances/{id}/steps/{step}", {
      path: { id: instance, step },
      body: { ...body, seen },
      idempotencyKey,
    }),
  sendCode: (instance, step) =>
    call("POST", "/instances/{id}/steps/{step}/send", { path: { id: instance, step }, body: {} }),
  module: (view) => loadFlow(view.module),
  sendFile,
  picture: fetchPicture,
  make: async (path) =>
    (await callAt("POST", path, { body: {} })) as Result<CallAt<"POST", typeof path>["answer"], ApiFailure>,
  record: get,
};

const Context = createContext<FlowBackend>(server);

/** Sets the backend of all components inside this provider, in place of the server. */
export const FlowBackendProvider = Context.Provider;

/** Returns the backend of the surrounding flow: the server unless a provider replaces it. */
export function useFlowBackend(): FlowBackend {
  return useContext(Context);
}
