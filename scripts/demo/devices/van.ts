import type { Reading } from "../actor.ts";
import type { Drive } from "./route.ts";

/** What a van is doing at a moment. */
export interface Trip {
  readonly number: number;
  readonly start: number;
  readonly isDriven: boolean;
}

export interface Van {
  readonly drive: Drive;
  readonly tripAt: (ts: number) => Trip;
  readonly readingAt: (ts: number) => Reading;
}
