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
 * How a flow is opened. `go-on`: continue where the person is; `again`: restart after an end; `start-over`: restart
 * from anywhere (both offer the earlier answers); `another`: a second instance while one waits; `instead`: a new
 * instance wherever they are.
 */
export type Opening = "go-on" | "again" | "start-over" | "another" | "instead";
const OPENINGS = {
  "go-on": {},
  again: { again: true },
  "start-over": { startOver: true },
  another: { again: true, blank: true },
  instead: { startOver: true, blank: true },
} as const;

/** Calls that create what a widget shows. They have no input. */
export type MadePath = "/security/authenticator" | "/security/recovery-codes";

/** Every call that a runner and its screens make, to the server or to a stand-in. */
export type FlowBackend = {
  /** Opens the person's instance of a flow. */
  readonly open: (flow: string, how: Opening) => Promise<Result<View, ApiFailure>>;
  readonly look: (instance: string) => Promise<Result<View, ApiFailure>>;
  readonly submit: (given: {
    readonly instance: string;
    readonly step: string;
    readonly body: StepBody;
    /** The revision of the step's answer on the screen; 0 for none. */
    readonly seen: number;
    readonly idempotencyKey: string;
  }) => Promise<Result<View, ApiFailure>>;
  readonly sendCode: (instance: string, step: string) => Promise<Result<OtpSent, ApiFailure>>;
  /** The module that a view runs on. */
  readonly module: (view: View) => Promise<LoadedFlow>;
  readonly sendFile: typeof sendFile;
  readonly picture: (file: string) => Promise<string | null>;
  /** Creates something outside the flow that a widget shows, such as an authenticator secret. */
  readonly make: <Path extends MadePath>(
    path: Path,
  ) => Promise<Result<CallAt<"POST", Path>["answer"], ApiFailure>>;
  /** The query of a record outside the flow, such as one that an effect wrote. */
  readonly record: typeof get;
};

/** The server. */
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

/** Makes the components below it call another backend than the server. */
export const FlowBackendProvider = Context.Provider;

/** The backend of the surrounding flow: the server unless a provider replaces it. */
export function useFlowBackend(): FlowBackend {
  return useContext(Context);
}
