import { expect, test } from "vitest";
import { epochMs } from "../../kernel/time.ts";
import { TotpCodes } from "./totp-codes.ts";

const codes = new TotpCodes();
/** "12345678901234567890", the secret of the test values in RFC 6238, appendix B; of their eight digits six count here. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.for([
  [59, "287082", 1],
  [1_111_111_109, "081804", 37_037_036],
  [1_111_111_111, "050471", 37_037_037],
  [1_234_567_890, "005924", 41_152_263],
  [2_000_000_000, "279037", 66_666_666],
  [20_000_000_000, "353130", 666_666_666],
] as const)("[AUTH9] the test values of RFC 6238 hold: at %i s it is %s", ([seconds, code, step]) => {
  expect(codes.stepOf(secret, code, epochMs(seconds * 1_000))).toBe(step);
});

test("[AUTH9] a code counts one step early and late, and says to which step it belongs", () => {
  const [code, at] = ["287082", 59_000];

  expect([-60_000, -30_000, 0, 30_000, 60_000].map((off) => codes.stepOf(secret, code, epochMs(at + off)))).toEqual([
    undefined,
    1,
    1,
    1,
    undefined,
  ]);
});

test("[AUTH9] each secret is another one, and its URL names the account, whatever characters it has", () => {
  const [one, other] = [codes.newSecret(), codes.newSecret()];

  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const url = new URL(codes.urlOf(one, "ada@example.org/&?x"));
  expect([url.protocol, url.searchParams.get("secret"), url.searchParams.get("issuer")]).toEqual([
    "otpauth:",
    one,
    "Heliograph",
  ]);
  expect(decodeURIComponent(url.pathname)).toContain("Heliograph:ada@example.org/&?x");
});
