/** A door that is open for as long as somebody needs it. */
interface OpenedDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** Where this node reaches its own pages, on this machine only. Whoever opens the doors says how, after everything else is there. */
export class OwnDoor {
  #open: (() => Promise<OpenedDoor>) | undefined;

  openedBy(open: () => Promise<OpenedDoor>): void {
    this.#open = open;
  }

  async open(): Promise<OpenedDoor> {
    if (!this.#open) throw new Error("this node serves no pages yet"); // the job is tried again
    return this.#open();
  }
}
