import { type Static, Type } from "typebox";

const closed = { additionalProperties: false } as const;

const time = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  "x-must": "must be a time of day such as 06:30",
  description: "Time of day in the schedule's time zone",
  examples: ["06:30"],
});

export const weekdays = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"] as const;
export type Weekday = (typeof weekdays)[number];

const cronMaxLength = 256;

const timings = [
  Type.Object(
    {
      kind: Type.Literal("CRON"),
      expression: Type.String({
        minLength: 1,
        maxLength: cronMaxLength,
        description: "Five fields: minute, hour, day of the month, month, day of the week",
        examples: ["*/15 6-18 * * MON-FRI"],
      }),
    },
    closed,
  ),
  Type.Object({ kind: Type.Literal("DAILY"), time }, closed),
  Type.Object(
    {
      kind: Type.Literal("WEEKLY"),
      weekdays: Type.Array(Type.Enum([...weekdays], { examples: ["FRI"] }), { minItems: 1, maxItems: weekdays.length }),
      time,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal("MONTHLY"),
      days: Type.Array(
        Type.Integer({
          minimum: 0,
          maximum: 31,
          description: "Day of the month; 0 is its last. A month without that day has no run",
          examples: [1],
        }),
        { minItems: 1, maxItems: 32 },
      ),
      time,
    },
    closed,
  ),
  Type.Object(
    {
      kind: Type.Literal("ONCE"),
      at: Type.String({
        pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d$",
        "x-must": "must be a date and a time of day such as 2026-11-20T14:30",
        description: "What the clocks of the time zone show",
        examples: ["2026-11-20T14:30"],
      }),
    },
    closed,
  ),
] as const;
export type ScheduleTiming = Static<(typeof timings)[number]>;

/** When a schedule runs [SCH1]. */
export const ScheduleTiming = Type.Unsafe<ScheduleTiming>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...timings],
  description: "When it runs",
  examples: [{ kind: "WEEKLY", weekdays: ["FRI"], time: "16:00" }],
});

export const ScheduleZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "Name in the IANA database",
  examples: ["Europe/Berlin"],
});

/** A run that is to come. */
const PlannedRun = Type.Object({
  time: Type.Integer({ description: "Unix time in milliseconds", examples: [1794700800000] }),
  local: Type.String({ description: "What the clocks of the time zone show", examples: ["2026-11-20T16:00:00+01:00"] }),
  note: Type.Union(
    [
      Type.Literal("MOVED", { description: "Clocks skip the wanted time: it runs when they have" }),
      Type.Literal("TWICE", { description: "Clocks show this time twice that day" }),
      Type.Null(),
    ],
    { description: "What a change of the clocks does to it" },
  ),
});
export type PlannedRun = Static<typeof PlannedRun>;

const ClockChange = Type.Object({
  time: Type.Integer({ description: "Unix time in milliseconds", examples: [1806195600000] }),
  before: Type.String({ description: "Offset from UTC before it", examples: ["+01:00"] }),
  after: Type.String({ description: "Offset from UTC after it", examples: ["+02:00"] }),
});

export const ScheduleForecastInput = Type.Object({ timing: ScheduleTiming, timeZone: ScheduleZone });

/** The next runs of a schedule that may not be saved yet. */
export const ScheduleForecast = Type.Object({
  cron: Type.Union([Type.String(), Type.Null()], {
    description: "As a cron expression; null for one that runs once",
    examples: ["0 16 * * 5"],
  }),
  runs: Type.Array(PlannedRun, { description: "The next five" }),
  clockChange: Type.Union([ClockChange, Type.Null()], { description: "The next change of the clocks" }),
});
export type ScheduleForecast = Static<typeof ScheduleForecast>;
