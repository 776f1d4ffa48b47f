export { paymentsJobs } from "./jobs.ts";
export { type Deliver, type Payment, receivePayment } from "./receive-payment.ts";
