export { sandboxBankRoutes } from "./bank-routes.ts";
export { paymentsEffects } from "./effects.ts";
export { paymentsFacts } from "./facts.ts";
export { paymentsJobs } from "./jobs.ts";
export { type Payer, type Payment, receivePayment } from "./receive-payment.ts";
export type { Deliver, PaymentsRoom } from "./room.ts";
export { paymentsRoutes } from "./routes.ts";
