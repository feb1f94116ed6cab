import type { Preferences } from "@heliograph/contract";
import { useRef, useState } from "react";
import { savePreferences } from "../../api/account.ts";
import { session } from "../../app.ts";
import { dateTimeText } from "../../format/time.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Field, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { toast } from "../../ui/toast.tsx";
import { changesOf, isSame } from "./preference-changes.ts";
import { regionChoices, timeZoneChoices } from "./preference-choices.ts";

const notificationNames = ["security", "invitations", "alarms"] as const;

/** Language, region, time zone and what one is told by mail: followed by all pages, in every browser. */
export function PreferencesCard() {
  const m = useMessages();
  const locale = useLocale();
  const { preferences } = useCurrentUser();
  const [openedAt] = useState(Date.now);
  const [{ filled, round }, fill] = useState({ filled: preferences, round: 0 });
  /** What is saved on top of: the form shows it but for what was changed in it. */
  const base = useRef(preferences);
  const save = async (form: FormData) => {
    const wanted = preferencesIn(form);
    base.current = await savePreferences(changesOf(base.current, wanted));
    await session.reloadUser();
    if (!isSame(base.current, wanted)) fill({ filled: base.current, round: round + 1 });
    toast(m.common.saved);
  };
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.account.preferences}</h2>
          <p>{m.account.preferencesText}</p>
        </div>
      </div>
      <Form key={round} className="form card-body" action={m.common.save} send={save}>
        <div className="form-pair">
          <Choice name="language" label={m.account.language} value={filled.language} choices={languageChoices} />
          <Choice
            name="region"
            label={m.account.region}
            value={filled.region}
            choices={regionChoices(locale, filled.region)}
          />
        </div>
        <Choice
          name="timeZone"
          label={m.account.timeZone}
          value={filled.timeZone}
          choices={timeZoneChoices(filled.timeZone)}
          hint={m.account.sample(dateTimeText(openedAt, locale))}
        />
        <fieldset className="notification-choice">
          <legend>{m.account.notifications}</legend>
          <p className="soft">{m.account.notificationsText}</p>
          {notificationNames.map((name) => (
            <label key={name} className="check">
              <input type="checkbox" name={name} defaultChecked={filled.notifications[name]} /> {m.account[name]}
            </label>
          ))}
          <small>{m.account.alarmsHint}</small>
        </fieldset>
      </Form>
    </section>
  );
}

const languageChoices = [
  ["en", "English"],
  ["de", "Deutsch"],
] as const;

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly hint?: string;
}

function Choice({ name, label, value, choices, hint }: ChoiceProps) {
  const m = useMessages();
  return (
    <Field label={label} hint={hint}>
      {(id) => (
        <select id={id} name={name} defaultValue={value ?? ""}>
          <option value="">{m.account.asBrowser}</option>
          {choices.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function preferencesIn(form: FormData): Preferences {
  const chosen = (name: string) => textOf(form, name) || null;
  const language = languageChoices.find(([one]) => one === chosen("language"))?.[0] ?? null;
  const [security, invitations, alarms] = notificationNames.map((name) => form.has(name));
  return {
    ...{ language, region: chosen("region"), timeZone: chosen("timeZone") },
    notifications: { security: security === true, invitations: invitations === true, alarms: alarms === true },
  };
}
