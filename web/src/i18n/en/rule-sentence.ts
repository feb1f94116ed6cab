import type { AreaCondition, RuleComparison, WindowFunction } from "@heliograph/contract";

export const comparisons: Record<RuleComparison, string> = {
  GREATER: "is above",
  GREATER_OR_EQUAL: "is at least",
  LESS: "is below",
  LESS_OR_EQUAL: "is at most",
  EQUAL: "is",
  NOT_EQUAL: "is not",
  CONTAINS: "contains",
  STARTS_WITH: "starts with",
};

export const windows: Record<WindowFunction, string> = {
  AVG: "the average of {input} over {time}",
  MIN: "the lowest {input} within {time}",
  MAX: "the highest {input} within {time}",
  COUNT: "the number of values of {input} within {time}",
  DELTA: "the change of {input} within {time}",
  RATE: "the rate of change of {input} over {time}",
};

export const windowNames: Record<WindowFunction, string> = {
  AVG: "Average over a time",
  MIN: "Lowest within a time",
  MAX: "Highest within a time",
  COUNT: "How many values within a time",
  DELTA: "Change within a time",
  RATE: "Rate of change, per second",
};

/** A rule as a sentence; in braces what is filled in. */
export const sentence = {
  quoted: "“{text}”",
  compare: "{input} {comparison} {value}",
  compareOf: "{input} of {scope} {comparison} {value}",
  area: "{position} {where} {area}",
  areaOf: "{position} of {scope} {where} {area}",
  when: "When {condition} {hold}, raise {severity} {alarm}.",
  at: "At {scope}: when {condition} {hold}, raise {severity} {alarm}.",
  silent: "When {input} of {scope} does not arrive for {time}, raise {severity} {alarm}.",
  also: "When {condition} {hold}, it is {severity}.",
  over: "It is over {over}, {hold}.",
  overNow: "when that is no longer so",
  overBack: "when it is back {value}",
  overWhen: "when {condition}",
  overByHand: "only when somebody clears it",
  noData: "Without values {noData}.",
  noDataNothing: "nothing happens",
  noDataAfter: "for {time} {policy}",
  late: "Late values {late}.",
  lateAfter: "(more than {time}) {policy}",
  atOnce: "at once",
  forTime: "for {time}",
  forCount: "for {count} values in a row",
  and: " and ",
  or: " or ",
  none: "none of {conditions}",
  until: "{limit} (until {back})",
  above: "above {value}",
  below: "below {value}",
  newest: "{input}, not older than {time}",
  value: "the value",
};

/** A place on the map and what is drawn there. */
export const areas = {
  position: "the position",
  wheres: { INSIDE: "is inside", OUTSIDE: "is outside" } satisfies Record<AreaCondition["where"], string>,
  circle: "a circle of {radius} radius around {place}",
  corners: "a drawn area with {count} corners",
  title: "Area",
  where: "Where it has to be",
  shape: "Shape",
  shapes: { circle: "Circle", corners: "Polygon" },
  latitude: "Latitude",
  longitude: "Longitude",
  ofMiddle: { latitude: "Latitude of the middle (°)", longitude: "Longitude of the middle (°)" },
  radius: "Radius (m)",
  corner: (number: number) => `Corner ${number}`,
  addCorner: "Add a corner",
  removeCorner: (number: number) => `Remove corner ${number}`,
  middle: "Middle of the circle",
  edge: "Edge of the circle",
  map: "Area on the map",
  hintCircle: "Drag the middle or the edge; with the keyboard: Tab and the arrow keys, with Shift in larger steps.",
  hintCorners:
    "Drag corners, or the area itself; a point between two corners adds one, Del or a double click removes it. Keyboard: Tab and the arrow keys.",
  around: "Draw it around the track",
  trackOf: (name: string) => `Track of ${name}`,
  lastAt: (name: string, time: string) => `${name}, ${time}`,
  nowhere: "No position of these devices is known in this time.",
  mayNot: "Where devices are is shown to those who may see telemetry.",
};

export const policies = {
  noData: { KEEP: "keep the state", CLEAR: "clear the alarm", RAISE: "raise the alarm" },
  late: { COUNT: "count", COUNT_SILENTLY: "count, but nobody is told", IGNORE: "decide nothing" },
};

export const scope = {
  everyType: (types: string) => `every ${types}`,
  everyTypeIn: (types: string, projects: string) => `every ${types} in ${projects}`,
  everyIn: (projects: string) => `every device in ${projects}`,
  everyOf: (group: string) => `every device of the group ${group}`,
  groupOf: "Group",
  noGroups: "There are no groups yet: save a filter of the device list as one.",
  gone: "(gone)",
  more: (count: number) => `${count} more`,
  nothing: "… choose devices",
  kind: "For",
  kinds: {
    DEVICE: "Certain devices",
    DEVICE_TYPE: "All devices of a type",
    PROJECT: "All devices in a project",
    DEVICE_GROUP: "All devices of a group",
  },
  types: "Types",
  devices: "Devices",
  ofTypes: "Only these types (none chosen: all)",
  projects: "Projects",
  search: "Search",
  found: (count: string) => (count === "1" ? "1 device" : `${count} devices`),
};
