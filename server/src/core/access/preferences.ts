import { defaultPreferences, type Preferences, type PreferencesChange } from "@heliograph/contract";
import type { UserId } from "../../kernel/ids.ts";
import type { Audit } from "../audit/index.ts";
import { preferenceInvalid } from "./errors.ts";

export interface PreferenceStore {
  /** Undefined where nothing was chosen yet. */
  read(user: UserId): Promise<Preferences | undefined>;
  /** As `read`; nobody else changes them until the transaction ends. */
  hold(user: UserId): Promise<Preferences | undefined>;
  save(user: UserId, preferences: Preferences): Promise<void>;
}

/** What users chose for themselves: language, region, time zone, notifications. */
export class UserPreferences {
  readonly #store: PreferenceStore;
  readonly #audit: Audit;

  constructor(store: PreferenceStore, audit: Audit) {
    this.#store = store;
    this.#audit = audit;
  }

  async of(user: UserId): Promise<Preferences> {
    return (await this.#store.read(user)) ?? defaultPreferences;
  }

  /** What is left out stays as it is: also what somebody saves at the same moment, in another window. */
  async save(user: { readonly id: UserId; readonly name: string }, wanted: PreferencesChange): Promise<Preferences> {
    const { region, timeZone } = wanted;
    const checked = {
      ...wanted,
      ...(region !== undefined && { region: regionOf(region) }),
      ...(timeZone !== undefined && { timeZone: timeZoneOf(timeZone) }),
    };
    const act = { action: "UPDATED", entity: { type: "USER", ...user }, isOwnAccount: true } as const;
    return this.#audit.change(act, async (notes) => {
      const before = (await this.#store.hold(user.id)) ?? defaultPreferences;
      const preferences = {
        ...before,
        ...checked,
        notifications: { ...before.notifications, ...wanted.notifications },
      };
      notes.before({ ...before });
      notes.after({ ...preferences });
      await this.#store.save(user.id, preferences);
      return preferences;
    });
  }
}

/** In its usual form, if it is one whose dates and numbers are known. */
function regionOf(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    const [known] = Intl.DateTimeFormat.supportedLocalesOf(tag);
    if (known !== undefined) return known;
  } catch {
    // not even a language tag
  }
  throw preferenceInvalid(`region: how dates are written in ${tag} is not known; write it such as de-CH`);
}

function timeZoneOf(name: string | null): string | null {
  if (name === null) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw preferenceInvalid(`timeZone: ${name} is not in the database of time zones; write it such as Europe/Berlin`);
  }
}
