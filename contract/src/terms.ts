import { type Static, Type } from "typebox";
import { nullable } from "./nullable.ts";
import { freeText } from "./text.ts";
import { latestVersion, Timestamp } from "./time.ts";

const text = freeText(
  "Paragraphs, with # headings, - lists, **bold** and [links](https://example.org); HTML is shown as it is written. Empty: there are none",
  "# Terms of use\n\nHandle the data with care.",
  100_000,
);
const version = Type.Integer({
  minimum: 0,
  maximum: latestVersion,
  description: "0: there never were any",
  examples: [3],
});

/** The terms of use of a tenant, as its administrators see them. */
export const TermsRecord = Type.Object({ text, version, changedTime: nullable(Timestamp) });
export type TermsRecord = Static<typeof TermsRecord>;

/** `version` is the one that was changed: somebody else's since then is not overwritten. */
export const TermsInput = Type.Object({ text, version });

/** What a user has accepted, or is still to accept. */
export const OwnTerms = Type.Object({
  text,
  version,
  acceptedTime: nullable(Type.Integer({ description: "When this version was accepted", examples: [1794700800000] })),
});
export type OwnTerms = Static<typeof OwnTerms>;

export const TermsAcceptance = Type.Object({
  version: Type.Integer({ minimum: 1, maximum: latestVersion, examples: [3] }),
});
