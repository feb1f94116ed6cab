import { type Static, Type } from "typebox";
import { Password, TokenPair } from "./auth.ts";
import { nullable } from "./nullable.ts";
import { latestVersion, Timestamp } from "./time.ts";

/** Six digits of an authenticator app, or a recovery code; blanks and hyphens do not matter. */
export const VerificationCode = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The six digits an authenticator app shows, or one of the recovery codes; each is good once",
  examples: ["492039"],
});

const ProviderType = Type.Enum(["TOTP", "BACKUP_CODE"], {
  description: "Which of both it is; it is recognised without",
  examples: ["TOTP"],
});

/** Scripts of this API family write it into the query, everybody else into the body. */
export const CodeCheck = Type.Object({
  providerType: Type.Optional(ProviderType),
  verificationCode: Type.Optional(VerificationCode),
});

/** The password is needed where a session that switches came here: it may be in other hands. */
export const SetupCode = Type.Object({ verificationCode: VerificationCode, password: Type.Optional(Password) });

/** Shown to set up an app with; it counts when a code was shown that is made from it. */
export const NewSecondFactor = Type.Object({
  providerType: Type.Literal("TOTP"),
  secret: Type.String({ description: "To be typed in where no picture can be read", examples: ["JBSWY3DPEHPK3PXP"] }),
  authUrl: Type.String({
    description: "What the QR code holds",
    examples: ["otpauth://totp/Heliograph:ada%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Heliograph"],
  }),
});
export type NewSecondFactor = Static<typeof NewSecondFactor>;

const recoveryCodes = Type.Array(Type.String({ examples: ["7KQ2-9XHM-4TBV-PW3D"] }), {
  description: "Each logs in once in place of a code; shown this once",
});

export const RecoveryCodes = Type.Object({ recoveryCodes });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** The second factor is set up, and with it there is a session. */
export const SetupAnswer = Type.Object({ recoveryCodes, ...TokenPair.properties });
export type SetupAnswer = Static<typeof SetupAnswer>;

/** What takes protection away, or gives new ways in, needs both factors; so does setting up the second. */
export const BothFactors = Type.Object({ password: Password, verificationCode: VerificationCode });

/** One's own second factor [AUTH9]. */
export const SecondFactorRecord = Type.Object({
  isEnabled: Type.Boolean(),
  enabledTime: nullable(Timestamp),
  recoveryCodesLeft: Type.Integer({ examples: [10] }),
  isServiceAccount: Type.Boolean({ description: "No code is ever asked for" }),
  isRequired: Type.Boolean({ description: "The tenant one is in asks for it" }),
});
export type SecondFactorRecord = Static<typeof SecondFactorRecord>;

/** How one gets into a tenant. */
export const SignInRulesRecord = Type.Object({
  secondFactorRequired: Type.Boolean({
    description: "Whoever logs in needs a second factor; who has none sets it up first",
    examples: [true],
  }),
  version: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: latestVersion,
      description: "Counts changes; with it, a change meanwhile is 409",
      examples: [3],
    }),
  ),
});
export type SignInRulesRecord = Static<typeof SignInRulesRecord>;

export const ServiceAccountChange = Type.Object({
  serviceAccount: Type.Boolean({ description: "Used by programs: no second factor is asked for", examples: [true] }),
});
