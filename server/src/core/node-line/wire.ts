/** Why nothing came back. */
export type WireTrouble = "away" | "nobody" | "silent";

export class WireError extends Error {
  override readonly name = "WireError";
  readonly trouble: WireTrouble;

  constructor(trouble: WireTrouble, options?: ErrorOptions) {
    super(`the line between nodes: ${trouble}`, options);
    this.trouble = trouble;
  }
}

/** Someone's question; a message that asks for nothing has no reply. */
export type Hear = (bytes: Uint8Array, reply: ((answer: Uint8Array) => void) | undefined) => void;

/**
 * What carries bytes between nodes. Nothing durable is asked of it: whatever is said may get lost, and what is asked may have been
 * done without an answer [CLU3]. Subjects are words with dots between them.
 */
export interface Wire {
  /** False while no server is reached: what is said then is lost, what is asked fails at once. */
  readonly isConnected: boolean;
  /** The longest message it takes. */
  readonly maxBytes: number;
  /** Rejects with a `WireError`. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array>;
  publish(subject: string, bytes: Uint8Array): void;
  /** Until the returned function is called, also after the connection was lost and made again. */
  listen(subject: string, hear: Hear): () => void;
  /** Everything said and listened to before has reached the server. */
  settled(): Promise<void>;
  close(): Promise<void>;
}
