/**
 * Messages about a flow's files and schemas: keys and the parameters of their texts
 * (`engine/rules/message.ts`).
 */
export const FINDINGS = {
  "too-deep.file": ["limit"],
  "duplicate-id.shared": ["id", "shared"],
  "missing-file": [],
  "unknown-signature": ["name", "offered"],
  "unknown-signature.near": ["name", "near"],
  "missing-file.schema": ["step", "path", "id"],
  "wrong-id": ["folder", "id"],
  "wrong-id.schema": ["file", "id"],
  "wrong-id.rule": ["file", "id"],
  "wrong-shape.required": ["name"],
  "wrong-shape.additional": ["name"],
  "wrong-shape.words": ["words"],
  "wrong-shape.type": ["type"],
  "wrong-shape.pattern": ["pattern"],
  "wrong-shape.few": ["least"],
  "wrong-shape.empty": ["name", "least"],
  "wrong-shape.twice": [],
  "wrong-shape.kind": ["kind"],
  "wrong-shape.other": ["keyword"],
  "wrong-shape.rule": [],
  "schema-not-object": [],
  "schema-type.form": [],
  "schema-type": ["type", "types"],
  "schema-type.format": ["format", "type"],
  "unknown-schema": ["name", "known"],
  "schema-circle": ["name"],
  "schema-keyword": ["keyword"],
  "schema-keyword.title": [],
  "schema-keyword.else": [],
  "unknown-format": ["format", "formats"],
  "bad-pattern": ["pattern"],
  "bad-pattern.slow": ["pattern"],
  "unknown-field.undeclared": ["name"],
  "unknown-field.undeclared-near": ["name", "near"],
  "required-twice": ["name"],
  "declared-twice": ["name"],
  "condition-form.values": ["name"],
  "condition-form.required": ["name"],
  "condition-form.empty": [],
  "condition-form.never": ["name"],
  "condition-form.value": ["name", "values"],
  "condition-form.no-value": ["name"],
  "condition-form.undeclared": ["name", "fields"],
  "condition-form.undeclared-near": ["name", "near"],
  "condition-form.place": [],
  "condition-form.branch": [],
  "condition-form.keyword": ["keyword"],
  "condition-form.nobody": [],
  "condition-form.always": [],
} as const;

declare module "../rules/message.ts" {
  interface FindingCatalogues {
    readonly flow: typeof FINDINGS;
  }
}
