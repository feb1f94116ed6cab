import { type DashboardContent, emptyConfiguration, type StoredWidget } from "@heliograph/contract";
import { expect, test } from "vitest";
import { inOrder, type Note, withNote, withoutNote } from "./note-edits.ts";

const devices = { kind: "ALL" };
const chart: StoredWidget = {
  ...{ kind: "TIME_SERIES", version: 1, title: "Bearing" },
  options: { devices, channels: [{ key: "bearing" }], show: { alarms: true } },
};
const filter: Note = { startTs: 1_000, text: "Filter changed" };
const storm: Note = { startTs: 5_000, endTs: 9_000, text: "Storm", colour: "#0b6285" };

const contentWith = (...annotations: Note[]): DashboardContent => ({
  title: "Pump house",
  configuration: { ...emptyConfiguration(), widgets: { chart }, annotations },
});
const notesOf = ({ configuration }: DashboardContent) => configuration.annotations;

test("[DSH3] the chart on which a note is written shows notes from then on, and keeps what it showed", () => {
  const written = withNote(contentWith(filter), "chart", storm);

  expect(notesOf(written)).toEqual([filter, storm]);
  expect(written.configuration.widgets["chart"]).toEqual({
    ...chart,
    options: { ...chart.options, show: { alarms: true, notes: true } },
  });
});

test("[DSH3] a changed note takes the place of the one it was, a deleted one is gone, and others stay", () => {
  const later = { ...filter, startTs: 2_000 };

  expect(notesOf(withNote(contentWith(filter, storm), "chart", later, filter))).toEqual([later, storm]);
  expect(notesOf(withoutNote(contentWith(filter, storm), { text: "Filter changed", startTs: 1_000 }))).toEqual([storm]);
});

test("[DSH2] what somebody else did to a note meanwhile loses nothing that is written now", () => {
  const later = { ...filter, startTs: 2_000 };

  expect(notesOf(withNote(contentWith(storm), "chart", later, filter))).toEqual([storm, later]);
  expect(withoutNote(contentWith(storm), filter)).toEqual(contentWith(storm));
  expect(withNote(contentWith(), "gone", storm).configuration.widgets).toEqual({ chart });
});

test("notes are read from the newest on", () => {
  expect(inOrder([filter, storm])).toEqual([storm, filter]);
});
