import { expect, test } from "vitest";
import { AllowedAddresses } from "./allowed-addresses.ts";

const inside = ["127.0.0.1", "localhost", "LocalHost.", "mail.localhost", "10.1.2.3", "::1", "::ffff:192.168.0.1"];
/** The same in forms that translators understand. */
const translated = ["::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "100::1"];

test("[NTF1] an address inside is told without looking anything up, unless it is allowed", () => {
  const nowhere = new AllowedAddresses([]);
  const here = new AllowedAddresses(["127.0.0.0/8", "10.1.0.0/16"]);

  expect(inside.filter((host) => !nowhere.refuses(host))).toEqual([]);
  expect(inside.filter((host) => !here.refuses(host))).toEqual(inside.slice(0, 5));
  expect(translated.filter((host) => !here.refuses(host))).toEqual([]);
  expect(["192.0.2.1", "mail.example.org", "2001:db8::1"].some((host) => nowhere.refuses(host))).toBe(false);
});
