import type { Assignment } from "@heliograph/contract";
import { useState } from "react";
import { useFirstWords } from "../../i18n/messages.tsx";
import { CheckedForm } from "../../ui/form-checks/checked-form.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { rememberedTenant } from "./remembered-tenant.ts";

interface TenantFormProps {
  readonly username: string;
  readonly assignments: readonly Assignment[];
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onChoose: (assignment: Assignment) => void;
  readonly onBack: () => void;
}

export function TenantForm({ username, assignments, isBusy, error, onChoose, onBack }: TenantFormProps) {
  const m = useFirstWords();
  const last = rememberedTenant(username);
  const first = assignments.find(({ authorityId }) => authorityId.id === last) ?? assignments[0];
  const [chosen, setChosen] = useState(first);
  return (
    <CheckedForm className="form" onSend={() => chosen && onChoose(chosen)}>
      <h1>{m.login.chooseTenant}</h1>
      <p className="soft">{m.login.chooseTenantText}</p>
      <fieldset className="choices" aria-label={m.login.chooseTenant}>
        {assignments.map((assignment) => (
          <label key={assignment.authorityId.id} className="choice">
            <input
              type="radio"
              name="tenant"
              checked={assignment === chosen}
              // biome-ignore lint/a11y/noAutofocus: the form replaced the one the person was in
              autoFocus={assignment === first}
              onChange={() => setChosen(assignment)}
            />
            <span>
              <strong>{assignment.tenant?.name ?? m.login.system}</strong>
              <br />
              <small>{m.roleNames[assignment.authority]}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <ErrorNote error={error} />
      <button type="submit" className="button primary" disabled={isBusy}>
        {m.login.continue}
      </button>
      <button type="button" className="button ghost" onClick={onBack}>
        {m.login.back}
      </button>
    </CheckedForm>
  );
}
