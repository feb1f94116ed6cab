import type { ThreadFault } from "./thread-fault.ts";

// What travels on a line between the main thread and a thread that works for it.

export interface Asked<Request> {
  readonly id: number;
  readonly request: Request;
}

export type Told<Answer, Notice> =
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "failed"; readonly id: number; readonly fault: ThreadFault }
  | { readonly kind: "notice"; readonly notice: Notice }
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly fault: ThreadFault };

/** What a thread is told that waits before it opens anything. */
export const openWord = "open";
