import { type Device, pointsOf } from "./device.ts";
import type { Finding, Life } from "./party.ts";

/** More than are in flight at once: two messages of one millisecond never meet in a key. */
const keys = 100;

/** Messages without a time of their own: the node stamps them, so one that is stored twice is seen twice. */
export const untimedPayload = (name: string, number: number): string =>
  JSON.stringify({ [`k${number % keys}`]: `${name} ${number}` });

export async function storedUntimed(
  life: Life,
  device: Device,
  name: string,
): Promise<{ readonly numbers: number[]; readonly foreign: Finding[] }> {
  const points = await pointsOf(
    life,
    device,
    Array.from({ length: keys }, (_, n) => `k${n}`),
  );
  const values = Object.values(points).flatMap((samples) => samples.map(({ value }) => value));
  const isOwn = (value: string) => value.startsWith(`${name} `);
  return {
    numbers: values.filter(isOwn).map((value) => Number(value.slice(name.length + 1))),
    foreign: values.filter((value) => !isOwn(value)).map((what) => ({ kind: "foreign", what })),
  };
}
