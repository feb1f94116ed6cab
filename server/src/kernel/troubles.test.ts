import { expect, test } from "vitest";
import { Troubles } from "./troubles.ts";

function arrange() {
  const told: string[] = [];
  const troubles = new Troubles({
    begins: (error, what) => told.push(`${what}: ${error}`),
    over: (failures) => told.push(`over after ${failures}`),
  });
  return { told, troubles };
}

test("[RUN11] a stall of what many ask is told when it begins and when it is over, and not in between", () => {
  const { told, troubles } = arrange();

  for (let second = 0; second < 60; second++)
    for (const task of ["sessions", "commands", "audit log"]) troubles.met(task, new Error("the database is away"));
  for (const task of ["commands", "sessions", "audit log"]) troubles.well(task);
  troubles.well("commands");

  expect(told).toEqual(["sessions: Error: the database is away", "over after 180"]);
});

test("[RUN11] another fault in the same time is told, and a new stall is told again", () => {
  const { told, troubles } = arrange();

  troubles.met("sessions", new Error("away"));
  troubles.met("commands", new Error("a bug"));
  troubles.well("sessions");
  troubles.met("sessions", new Error("a bug"));
  troubles.well("commands");
  troubles.well("sessions");
  troubles.met("sessions", new Error("away"));

  expect(told).toEqual(["sessions: Error: away", "commands: Error: a bug", "over after 3", "sessions: Error: away"]);
});
