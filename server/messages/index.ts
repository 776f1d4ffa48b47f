export { OPTIONAL_KINDS, type OptionalKind } from "./letters.ts";
export {
  createMessages,
  type MailboxMessage,
  type Message,
  type Messages,
  type SentMessage,
} from "./messages.ts";
export { reportRoutes } from "./report-routes.ts";
export { messagesRoutes } from "./routes.ts";
export type { Outgoing, Transport } from "./transport.ts";
