/** As in the contract, which this branch does not have yet. */
export const attributeScopes = ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const;
export type AttributeScope = (typeof attributeScopes)[number];

export interface AttributeRecord {
  readonly key: string;
  readonly value: unknown;
  readonly lastUpdateTs: number;
}
