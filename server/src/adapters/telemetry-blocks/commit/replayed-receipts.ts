import { applyFrame, type FrameTarget } from "../frames/apply-frame.ts";

/** A receipt as the log holds it. */
export interface LoggedReceipt {
  readonly session: string;
  readonly packetId: number;
  readonly position: number;
}

const nothing = (): void => undefined;

/** What the rows of the log say about QoS 2 messages. An identifier may be used again: its last position counts. */
export class ReplayedReceipts {
  readonly #positions = new Map<string, Map<number, number>>();
  #seq = 0;

  readonly #target: FrameTarget = {
    push: nothing,
    pushText: nothing,
    remove: nothing,
    receipt: (session, packetId) => this.#add(session, packetId),
  };

  read(seq: number, frame: Uint8Array): void {
    this.#seq = seq;
    applyFrame(frame, this.#target);
  }

  #add(session: string, packetId: number): void {
    const known = this.#positions.get(session) ?? new Map<number, number>();
    this.#positions.set(session, known.set(packetId, this.#seq));
  }

  get all(): readonly LoggedReceipt[] {
    const all = [...this.#positions].flatMap(([session, positions]) =>
      [...positions].map(([packetId, position]) => ({ session, packetId, position })),
    );
    return all.sort((a, b) => a.position - b.position);
  }
}
