import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { RefusedContacts } from "./refused-contacts.ts";

const contact = { transport: "HTTP", reason: "TOKEN_UNKNOWN", request: null, tokenLength: 19, size: null } as const;

function arrange(addressesAtMost = 3) {
  let now = 1_000;
  const contacts = new RefusedContacts(addressesAtMost, () => epochMs(now));
  return { contacts, wait: (ms: number) => (now += ms) };
}

test("[COM3] who asks from another address is told nothing", () => {
  const { contacts } = arrange();

  contacts.note("192.0.2.1", contact);

  expect(contacts.of("192.0.2.1").last).toEqual([{ ...contact, time: 1_000 }]);
  expect(contacts.of("192.0.2.2")).toEqual({ count: 0, last: [] });
});

test("[COM3] an IPv4 address is one in the clothes of IPv6, too", () => {
  const { contacts } = arrange();

  contacts.note("::ffff:192.0.2.1", contact);

  expect(contacts.of("192.0.2.1").count).toBe(1);
});

test("[COM3] of an address the last ten are kept, newest first, and all are counted", () => {
  const { contacts, wait } = arrange();

  for (let n = 0; n < 25; n++, wait(1)) contacts.note("192.0.2.1", contact);

  const { count, last } = contacts.of("192.0.2.1");
  expect([count, last.length, last[0]?.time, last.at(-1)?.time]).toEqual([25, 10, 1_024, 1_015]);
});

test("[COM3, REL2] beyond so many addresses the longest silent one is forgotten", () => {
  const { contacts } = arrange(2);

  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3"]) contacts.note(address, contact);

  expect(["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => contacts.of(address).count)).toEqual([2, 0, 1]);
});

test("[COM3] a quarter of an hour later nothing is told any more, and counting begins anew", () => {
  const { contacts, wait } = arrange();
  contacts.note("192.0.2.1", contact);

  wait(15 * 60_000);

  expect(contacts.of("192.0.2.1").count).toBe(0);
  contacts.note("192.0.2.1", contact);
  expect(contacts.of("192.0.2.1").count).toBe(1);
});

test("[COM3] switched off, nothing is kept", () => {
  const { contacts } = arrange(0);

  contacts.note("192.0.2.1", contact);

  expect(contacts.of("192.0.2.1").count).toBe(0);
});
