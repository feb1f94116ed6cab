import { expect, test } from "vitest";
import { epochMs } from "../../../kernel/time.ts";
import { Absence } from "./absence.ts";

const noon = Date.UTC(2026, 10, 20, 12);

/** Time as the node sees it; both clocks go on together unless a test says otherwise. */
class Machine {
  time = noon;
  passed = 0;
  isOpen = true;
  readonly absence = new Absence({ clock: () => epochMs(this.time), monotonic: () => this.passed, intake: this });

  go(ms: number): void {
    this.time += ms;
    this.passed += ms;
    this.absence.look();
  }

  get awayUntil(): number {
    return this.absence.until - noon;
  }
}

test("[RUL3] a node that looks as often as it should is never away", () => {
  const machine = new Machine();

  for (let look = 0; look < 100; look++) machine.go(1_000);

  expect(machine.awayUntil).toBeLessThan(0);
});

test("[RUL3] while points are not taken it is away, and from then on it is not", () => {
  const machine = new Machine();
  machine.go(1_000);

  machine.isOpen = false;
  machine.go(250);
  machine.go(250);
  machine.isOpen = true;
  machine.go(250);

  expect(machine.awayUntil).toBe(1_500);
});

test("[RUL3, RUN12] where a wall clock that ran ahead is set back, nobody waits until it is that late again", () => {
  const machine = new Machine();
  machine.time += 3_600_000;
  machine.go(250);
  const ahead = machine.awayUntil;

  machine.time -= 3_600_000;
  machine.go(250);

  expect([ahead, machine.awayUntil]).toEqual([3_600_250, 500]);
});
