import { describe, expect, test, vi } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { bucketEdges, bucketEdgesInTurns } from "./buckets.ts";

const at = (text: string) => epochMs(Date.parse(text));
const berlin = "Europe/Berlin";
const calendar = (unit: "DAY" | "WEEK" | "MONTH", timeZone: string) => ({ kind: "calendar", unit, timeZone }) as const;

/** Seconds in their offset, days left out, midnights skipped or shown twice, half hours, southern summers. */
const zonesWithOddities = [
  berlin,
  "Africa/Monrovia",
  "Pacific/Apia",
  "Africa/Cairo",
  "America/St_Johns",
  "Asia/Manila",
];

/** The plain way, which asks the zone each time. */
function* monthsBegin(from: number, to: number, timeZone: string): Generator<number> {
  let month = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone).toPlainDate().with({ day: 1 });
  for (;;) {
    month = month.add({ months: 1 });
    const start = month.toZonedDateTime(timeZone).epochMilliseconds;
    if (start >= to) return;
    yield start;
  }
}

describe("fixed buckets", () => {
  test("[TEL2] they start at the start and the last ends at the end", () => {
    expect(bucketEdges(epochMs(5), epochMs(32), { kind: "fixed", ms: 10 })).toEqual([5, 15, 25, 32]);
    expect(bucketEdges(epochMs(-10), epochMs(10), { kind: "fixed", ms: 10 })).toEqual([-10, 0, 10]);
  });

  test("[TEL2] an empty range has none", () => {
    expect(bucketEdges(epochMs(5), epochMs(5), { kind: "fixed", ms: 10 })).toEqual([]);
  });

  test("[TEL2] a hundred thousand are fine, more are refused", () => {
    expect(bucketEdges(epochMs(0), epochMs(100_000), { kind: "fixed", ms: 1 }).length).toBe(100_001);
    expect(() => bucketEdges(epochMs(0), epochMs(100_001), { kind: "fixed", ms: 1 })).toThrow("buckets");
  });

  test.each([0, -1, 1.5, Number.NaN])("[TEL2] an interval of %d is refused", (ms) => {
    expect(() => bucketEdges(epochMs(0), epochMs(10), { kind: "fixed", ms })).toThrow("interval");
  });

  test("[TEL2] a start after the end is refused", () => {
    expect(() => bucketEdges(epochMs(2), epochMs(1), { kind: "fixed", ms: 1 })).toThrow("startTs");
  });
});

describe("calendar buckets", () => {
  test("[TEL2] days follow the clocks of the zone, 23 and 25 hours included", () => {
    const spring = bucketEdges(at("2026-03-28T00:00+01:00"), at("2026-03-31T00:00+02:00"), calendar("DAY", berlin));
    const autumn = bucketEdges(at("2026-10-24T00:00+02:00"), at("2026-10-27T00:00+01:00"), calendar("DAY", berlin));
    const hours = (edges: readonly number[]): number[] =>
      edges.slice(1).map((edge, i) => (edge - (edges[i] ?? 0)) / 3_600_000);

    expect(hours(spring)).toEqual([24, 23, 24]);
    expect(hours(autumn)).toEqual([24, 25, 24]);
  });

  test("[TEL2] the first and the last may be parts of a unit", () => {
    const edges = bucketEdges(at("2026-01-30T12:00Z"), at("2026-03-02T06:00Z"), calendar("MONTH", "UTC"));

    expect(edges.map((edge) => new Date(edge).toISOString())).toEqual([
      "2026-01-30T12:00:00.000Z",
      "2026-02-01T00:00:00.000Z",
      "2026-03-01T00:00:00.000Z",
      "2026-03-02T06:00:00.000Z",
    ]);
  });

  test("[TEL2] weeks start on Monday", () => {
    const edges = bucketEdges(at("2026-11-11T00:00Z"), at("2026-11-24T00:00Z"), calendar("WEEK", "UTC"));

    expect(edges.map((edge) => new Date(edge).toISOString().slice(0, 10))).toEqual([
      "2026-11-11",
      "2026-11-16",
      "2026-11-23",
      "2026-11-24",
    ]);
  });

  test("[TEL2] a day whose midnight the clocks skip starts when they go on", () => {
    const edges = bucketEdges(
      at("2026-04-23T00:00+02:00"),
      at("2026-04-25T00:00+03:00"),
      calendar("DAY", "Africa/Cairo"),
    );

    expect(edges.map((edge) => new Date(edge).toISOString())).toEqual([
      "2026-04-22T22:00:00.000Z",
      "2026-04-23T22:00:00.000Z",
      "2026-04-24T21:00:00.000Z",
    ]);
  });

  test("[TEL2] an unknown time zone is refused", () => {
    expect(() => bucketEdges(epochMs(0), epochMs(10), calendar("DAY", "Mars/Olympus"))).toThrow("time zone");
  });

  test("[TEL2] more than a hundred thousand days are refused", () => {
    expect(() => bucketEdges(epochMs(0), epochMs(86_400_000 * 100_002), calendar("DAY", "UTC"))).toThrow("buckets");
  });

  test.for(["DAY", "WEEK", "MONTH"] as const)("[TEL2] all of time by %s is refused before a bucket is made", (unit) => {
    const made = vi.spyOn(Temporal.ZonedDateTime.prototype, "getTimeZoneTransition");

    expect(() => bucketEdges(epochMs(-8.64e15), epochMs(8.64e15), calendar(unit, berlin))).toThrow("buckets");

    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  test.for([
    ["DAY", "2026-01-01T00:00Z", "2299-10-17T00:00Z"],
    ["WEEK", "2026-01-05T00:00Z", "3942-07-20T00:00Z"],
    ["MONTH", "2026-01-01T00:00Z", "+010359-05-01T00:00Z"],
  ] as const)("[TEL2] a hundred thousand buckets by %s are made, one more is not", ([unit, from, to]) => {
    expect(bucketEdges(at(from), at(to), calendar(unit, "UTC")).length).toBe(100_001);
    expect(() => bucketEdges(at(from), epochMs(at(to) + 1), calendar(unit, "UTC"))).toThrow("buckets");
  });

  test("[TEL2] a day that a zone left out has no bucket", () => {
    const edges = bucketEdges(at("2011-12-29T10:00Z"), at("2012-01-01T10:00Z"), calendar("DAY", "Pacific/Apia"));

    expect(edges.map((edge) => new Date(edge).toISOString())).toEqual([
      "2011-12-29T10:00:00.000Z",
      "2011-12-30T10:00:00.000Z",
      "2011-12-31T10:00:00.000Z",
      "2012-01-01T10:00:00.000Z",
    ]);
  });

  test.for(zonesWithOddities)("[TEL2] in %s every month begins where the calendar of that zone says", (timeZone) => {
    const [from, to] = [at("1879-12-31T12:00Z"), at("2045-01-01T00:00Z")];

    const edges = bucketEdges(from, to, calendar("MONTH", timeZone)).slice(1, -1);

    expect(edges).toEqual([...monthsBegin(from, to, timeZone)]);
  });

  test("[API11] a zone is asked about its changes, not about every bucket", () => {
    const asked = vi.spyOn(Temporal.ZonedDateTime.prototype, "getTimeZoneTransition");
    const converted = vi.spyOn(Temporal.Instant.prototype, "toZonedDateTimeISO");

    const edges = bucketEdges(at("2026-01-01T00:00Z"), at("2299-10-10T00:00Z"), calendar("DAY", berlin));

    expect(edges.length).toBeGreaterThan(99_000);
    expect(asked.mock.calls.length + converted.mock.calls.length).toBeLessThan(600);
    vi.restoreAllMocks();
  });

  test("[API11] while many are made, others get their turns", async () => {
    const range = [at("2026-01-01T00:00Z"), at("2299-10-10T00:00Z"), calendar("DAY", berlin)] as const;
    let turnsOfOthers = 0;
    let isDone = false;
    const count = () => {
      turnsOfOthers++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);

    const edges = await bucketEdgesInTurns(...range);
    isDone = true;

    expect(edges).toEqual(bucketEdges(...range));
    expect(turnsOfOthers).toBeGreaterThan(20);
  });
});
