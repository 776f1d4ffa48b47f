import { createContext, useContext } from "react";
import type { Result } from "../../engine/values/result.ts";
import type { OtpSent, View } from "../kit/api/answers.ts";
import { type ApiFailure, call } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { fetchPicture, sendFile } from "../kit/api/upload.ts";
import { type LoadedFlow, loadFlow } from "./module.ts";
import type { StepBody } from "./view.ts";

/**
 * `go-on`: where the person is; `again`: anew after an end; `start-over`: anew wherever they are, both with what was answered
 * offered once more; `another`: the next one beside one that waits; `instead`: another one wherever they are.
 */
export type Opening = "go-on" | "again" | "start-over" | "another" | "instead";
const OPENINGS = {
  "go-on": {},
  again: { again: true },
  "start-over": { startOver: true },
  another: { again: true, blank: true },
  instead: { startOver: true, blank: true },
} as const;

/** Everything that a runner and its screens ask for and send: of the server, or of what stands in for it. */
export type FlowBackend = {
  /** Opens the person's instance of a flow. */
  readonly open: (flow: string, how: Opening) => Promise<Result<View, ApiFailure>>;
  readonly look: (instance: string) => Promise<Result<View, ApiFailure>>;
  readonly submit: (given: {
    readonly instance: string;
    readonly step: string;
    readonly body: StepBody;
    /** The revision of the step's answer that is on the screen, 0 for none. */
    readonly seen: number;
    readonly idempotencyKey: string;
  }) => Promise<Result<View, ApiFailure>>;
  readonly sendCode: (instance: string, step: string) => Promise<Result<OtpSent, ApiFailure>>;
  /** The module that a view runs on. */
  readonly module: (view: View) => Promise<LoadedFlow>;
  readonly sendFile: typeof sendFile;
  readonly picture: (file: string) => Promise<string | null>;
  /** Makes something outside the flow that a widget shows, such as a secret for an app. */
  readonly make: <Answer>(path: string) => Promise<Result<Answer, ApiFailure>>;
  /** The query of a record that lies outside the flow, such as what one of its effects wrote. */
  readonly record: <Answer>(path: string) => ReturnType<typeof get<Answer>>;
};

/** The server. */
export const server: FlowBackend = {
  open: (flow, how) => call("POST", `/flows/${flow}/instances`, { body: OPENINGS[how] }),
  look: (instance) => call("GET", `/instances/${instance}`),
  submit: ({ instance, step, body, seen, idempotencyKey }) =>
    call("POST", `/instances/${instance}/steps/${step}`, { body: { ...body, seen }, idempotencyKey }),
  sendCode: (instance, step) => call("POST", `/instances/${instance}/steps/${step}/send`, { body: {} }),
  module: (view) => loadFlow(view.module),
  sendFile,
  picture: fetchPicture,
  make: (path) => call("POST", path, { body: {} }),
  record: get,
};

const Context = createContext<FlowBackend>(server);

/** Lets what is drawn inside ask something else than the server. */
export const FlowBackendProvider = Context.Provider;

/** What the flow around asks: the server, unless somebody stands in for it. */
export function useFlowBackend(): FlowBackend {
  return useContext(Context);
}
