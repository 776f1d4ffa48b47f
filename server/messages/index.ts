export { OPTIONAL_KINDS, type OptionalKind } from "./letters.ts";
export type { MailboxMessage, Message, SentMessage } from "./message.ts";
export { createMessages, type Messages } from "./messages.ts";
export { reportRoutes } from "./report-routes.ts";
export { messagesRoutes } from "./routes.ts";
export type { Outgoing, Transport } from "./transport.ts";
