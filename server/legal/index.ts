export { createLegal, type Legal } from "./create-legal.ts";
export { type LegalDocument, type LegalText, type LegalTexts, legalDocuments } from "./documents.ts";
export { legalText } from "./legal-text.ts";
export { legalRoutes } from "./routes.ts";
export { wordsSigned } from "./words-signed.ts";
