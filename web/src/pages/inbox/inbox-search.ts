/** Which message is open. */
export interface InboxSearch {
  readonly message?: string;
}

export const inboxSearchOf = ({ message }: Record<string, unknown>): InboxSearch =>
  typeof message === "string" && message !== "" ? { message } : {};
