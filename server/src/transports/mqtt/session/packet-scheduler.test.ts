import { expect, test } from "vitest";
import { PacketScheduler, type ScheduledReader } from "./packet-scheduler.ts";

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const terms = { budgetMs: 10, packetsInARow: 4, newcomersPerTurn: 2 };

/** Connections with packets that take a millisecond each, on a clock of their own. */
class Flood {
  readonly done: string[] = [];
  now = 0;
  readonly scheduler = new PacketScheduler(terms, () => this.now);

  connection(name: string, packets: number, isNewcomer = false): ScheduledReader {
    let left = packets;
    const work = () => {
      for (let inARow = 0; left > 0; inARow++, left--) {
        if (!this.scheduler.hasTimeFor(inARow)) return this.scheduler.wait(connection, isNewcomer);
        this.now++;
        this.done.push(name);
      }
    };
    const connection = { takeTurn: work };
    return connection;
  }

  /** What the next turn of the event loop worked off, by name. */
  async turn(): Promise<string> {
    this.done.length = 0;
    await nextTurn();
    return this.done.join("");
  }
}

test("[API11] packets are worked off for so long in a turn; the rest is for the next ones", async () => {
  const flood = new Flood();

  flood.connection("a", 25).takeTurn();

  expect(flood.done).toHaveLength(10);
  expect(await flood.turn()).toBe("a".repeat(10));
  expect(await flood.turn()).toBe("a".repeat(5));
});

test("[API11] while others wait each connection has a few packets in a row, in the order they came", async () => {
  const flood = new Flood();
  flood.connection("x", 11).takeTurn();

  for (const name of ["a", "b", "c"]) flood.connection(name, 6).takeTurn();

  expect(await flood.turn()).toBe("xaaaabbbbc");
  expect(await flood.turn()).toBe("aabbccccc");
});

test("[API11] who has not said yet who it is goes before the flood, a few per turn", async () => {
  const flood = new Flood();
  flood.connection("x", 30).takeTurn();

  for (const name of ["1", "2", "3"]) flood.connection(name, 1, true).takeTurn();

  expect(await flood.turn()).toBe("12xxxx");
  expect(await flood.turn()).toBe("3xxxxxxxxx");
});

test("[API11] nobody waits while there is time in the turn", async () => {
  const flood = new Flood();

  for (const name of ["a", "b", "c"]) flood.connection(name, 3).takeTurn();

  expect(flood.done.join("")).toBe("aaabbbccc");
});

test("a connection that is gone is not served any more", async () => {
  const flood = new Flood();
  const gone = flood.connection("a", 25);
  gone.takeTurn();

  flood.scheduler.forget(gone);

  expect(await flood.turn()).toBe("");
});
