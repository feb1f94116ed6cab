/** As in the contract, which this branch does not have yet. */
export const commandStatuses = ["QUEUED", "SENT", "DONE", "FAILED", "EXPIRED", "CANCELLED"] as const;
export type CommandStatus = (typeof commandStatuses)[number];
type CommandType = "LIST_FILES" | "REQUEST_FILE" | "SCRIPT" | "SCPI" | "RPC";

export interface CommandRecord {
  readonly id: { readonly entityType: "COMMAND"; readonly id: string };
  readonly createdTime: number;
  readonly type: CommandType;
  readonly status: CommandStatus;
  readonly messageId: number;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly createdBy: string;
  readonly sentTime: number | null;
  readonly answeredTime: number | null;
  readonly expiresTime: number | null;
  readonly attempts: number;
  readonly answer: string | null;
  readonly error: string | null;
}

export interface CommandInput {
  readonly type: "SCRIPT" | "SCPI" | "RPC";
  readonly target?: "dev" | "app";
  readonly text?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly expiresIn?: number;
}
