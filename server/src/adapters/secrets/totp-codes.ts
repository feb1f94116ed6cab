import { Secret, TOTP } from "otpauth";
import type { OneTimeCodes } from "../../core/access/index.ts";
import type { EpochMs } from "../../kernel/time.ts";

/** What every authenticator app can do: SHA-1, six digits, half a minute; 160 bits as RFC 4226 recommends. */
const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Steps before and after the present one that count: clocks differ, and typing takes its time. */
const tolerance = 1;
const issuer = "Heliograph";

/** RFC 6238. */
export class TotpCodes implements OneTimeCodes {
  newSecret(): string {
    return new Secret({ size: secretBytes }).base32;
  }

  stepOf(secret: string, code: string, now: EpochMs): number | undefined {
    const delta = TOTP.validate({
      ...form,
      token: code,
      secret: Secret.fromBase32(secret),
      timestamp: now,
      window: tolerance,
    });
    return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp: now }) + delta;
  }

  urlOf(secret: string, username: string): string {
    return new TOTP({ ...form, issuer, label: username, secret: Secret.fromBase32(secret) }).toString();
  }
}
