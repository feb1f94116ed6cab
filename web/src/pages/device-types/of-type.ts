import type { Channel } from "@heliograph/contract";

/** Which type's channel it is, and what is saved of it. */
export interface OfType {
  readonly typeId: string;
  readonly saved: Channel | undefined;
}
