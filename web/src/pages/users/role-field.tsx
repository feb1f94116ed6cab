import { useMessages } from "../../i18n/messages.tsx";
import { Field } from "../../ui/field.tsx";
import { tenantRoles } from "./tenant-roles.ts";

/** The role somebody gets in a tenant, as `authority` of a form. */
export function RoleField() {
  const m = useMessages();
  return (
    <Field label={m.users.role}>
      {(id) => (
        <select id={id} name="authority" defaultValue="OPERATOR">
          {tenantRoles.map((role) => (
            <option key={role} value={role}>
              {m.roles.names[role]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
