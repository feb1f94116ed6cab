import { type Static, Type } from "typebox";
import { cleared, nullable } from "./nullable.ts";

export const languages = ["en", "de"] as const;
export type PreferredLanguage = (typeof languages)[number];

const wanted = (description: string) => Type.Boolean({ description, examples: [true] });

/** What somebody is told by mail, where mail is set up. */
const Notifications = Type.Object({
  security: wanted("The password or the second factor was changed, or a recovery code used"),
  invitations: wanted("Somebody accepted an invitation of mine"),
  alarms: wanted("Alarms of devices"),
});

/** What a user chose for themselves, in all tenants. */
export const Preferences = Type.Object({
  language: Type.Union([Type.Enum([...languages]), Type.Null()], {
    description: "Of pages and mails; null is the browser's",
    examples: ["de"],
  }),
  region: nullable(
    Type.String({
      maxLength: 35,
      pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
      "x-must": "must be a language tag such as de-CH",
      "x-form": "language",
      description: "How dates and numbers are written, as a language tag; null is what the browser does",
      examples: ["de-CH"],
    }),
  ),
  timeZone: nullable(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "Name in the IANA database; null is the browser's",
      examples: ["Europe/Berlin"],
    }),
  ),
  notifications: Notifications,
});
export type Preferences = Static<typeof Preferences>;

/** What is left out stays as it is; null is the browser's choice. */
export const PreferencesChange = Type.Object({
  language: Type.Optional(Type.Unsafe<Preferences["language"]>({ ...Preferences.properties.language, ...cleared })),
  region: Type.Optional(Type.Unsafe<string | null>({ ...Preferences.properties.region, ...cleared })),
  timeZone: Type.Optional(Type.Unsafe<string | null>({ ...Preferences.properties.timeZone, ...cleared })),
  notifications: Type.Optional(Type.Partial(Notifications)),
});
export type PreferencesChange = Static<typeof PreferencesChange>;

export const defaultPreferences: Preferences = {
  language: null,
  region: null,
  timeZone: null,
  notifications: { security: true, invitations: true, alarms: true },
};
