import type { GrantInput, TenantRole } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { projectList } from "../../api/projects.ts";
import { ownRoles } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Field, textOf } from "../../ui/field.tsx";
import { ProjectField } from "../projects/project-field.tsx";
import { tenantRoles } from "./tenant-roles.ts";

/** The role somebody gets in a tenant, and where: built-in ones, in one's own tenant also its own roles and projects. */
export function RoleField({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const isInside = useTenantId() === tenantId;
  const { data: own } = useQuery(ownRoles(isInside ? tenantId : ""));
  const { data: projects } = useQuery({ ...projectList(tenantId), enabled: isInside });
  return (
    <>
      <Field label={m.users.role}>
        {(id) => (
          <select id={id} name="role" defaultValue="OPERATOR">
            {tenantRoles.map((role) => (
              <option key={role} value={role}>
                {m.roles.names[role]}
              </option>
            ))}
            {own?.data.map((role) => (
              <option key={role.id.id} value={role.id.id}>
                {role.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {projects && projects.totalElements > 0 && (
        <ProjectField label={m.projects.project} name="roleProject" none={m.users.everywhere} />
      )}
    </>
  );
}

type GivenAccess = { readonly authority: TenantRole } | { readonly grants: GrantInput[] };

/** What the fields say: a built-in role in the whole tenant, or a grant. */
export function accessIn(form: FormData): GivenAccess {
  const [role, project] = [textOf(form, "role"), textOf(form, "roleProject")];
  const authority = tenantRoles.find((one) => one === role);
  if (authority && project === "") return { authority };
  const place = { projectId: project === "" ? null : { id: project } };
  return { grants: [{ ...(authority ? { role: authority } : { roleId: { id: role } }), ...place }] };
}
