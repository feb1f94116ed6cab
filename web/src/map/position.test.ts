import { expect, test } from "vitest";
import { positionIn, positionText, type Sent } from "./position.ts";

const sent = (values: Readonly<Record<string, unknown>>, ts = 1): [string, Sent][] =>
  Object.entries(values).map(([key, value]) => [key, { ts, value }]);
const munich = { latitude: 48.2, longitude: 11.5, ts: 1 };

test.for([
  { lat: "48.2", lng: 11.5 },
  { latitude: 48.2, longitude: 11.5 },
  { position: "48.2,11.5" },
  { position: "48.2; 11.5; 520" },
  { gps: { lat: 48.2, lon: 11.5 } },
])("a position is found under the names devices use, as number, text or object: %j", (values) => {
  expect(positionIn(new Map(sent(values)))).toEqual(munich);
});

test.for([{ lat: 48.2 }, { lat: 148.2, lon: 0 }, { position: "the hall" }, { position: null }, { gps: [1, 2] }])(
  "half a position, or one outside of the globe, is none: %j",
  (values) => {
    expect(positionIn(new Map(sent(values)))).toBeUndefined();
  },
);

test("of several the newest counts", () => {
  const values = new Map([...sent({ position: "1,2" }, 5), ...sent({ lat: 48.2, lon: 11.5 }, 9)]);

  expect(positionIn(values)).toMatchObject({ latitude: 48.2, ts: 9 });
});

test("a position is written with its sides of the globe", () => {
  expect(positionText({ latitude: -33.9, longitude: -18.4 })).toBe("33.90000° S, 18.40000° W");
});

test("[TYP2] what the type calls a position counts before what is only named like one", () => {
  const values = new Map([...sent({ lat: 1, lon: 2 }, 9), ...sent({ y: 48.2, x: 11.5 }, 1)]);
  const described = { pairs: [], latitudes: ["y"], longitudes: ["x"] };

  expect(positionIn(values, described)).toEqual(munich);
  expect(positionIn(values, { ...described, longitudes: [] })).toMatchObject({ latitude: 1 });
});
