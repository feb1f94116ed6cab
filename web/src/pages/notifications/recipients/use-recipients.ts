import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { tenantUsers } from "../../../api/administration.ts";
import { webhookList } from "../../../api/notifications.ts";
import { ownRoles } from "../../../api/roles.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useCurrentUser, useMay, useTenantId } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { personName } from "../../../shell/person-name.ts";
import { useProjects } from "../../../shell/use-project.ts";
import type { RecipientChoices, RecipientWords } from "./recipient-text.ts";

/** What is not there yet is told from what is gone. */
export function useRecipientChoices(): RecipientChoices {
  const may = useMay();
  const tenantId = useTenantId();
  const me = useCurrentUser();
  const maySee = may("VIEW_USERS");
  const { data: users } = useQuery({ ...tenantUsers(tenantId), enabled: maySee });
  const { data: roles } = useQuery({ ...ownRoles(tenantId), enabled: maySee && tenantId !== "" });
  const { data: webhooks } = useQuery({ ...webhookList(), enabled: may(pageNeeds.notifications) });
  const projects = useProjects();
  return useMemo(
    () => ({
      me: { id: me.id.id, name: personName(me) },
      users: users?.data.map((user) => ({ id: user.id.id, name: user.username })),
      roles: roles?.data.map(({ id, name }) => ({ id: id.id, name })),
      projects: projects?.map(({ id, name }) => ({ id: id.id, name })) ?? [],
      webhooks: webhooks?.data.map(({ id, name }) => ({ id: id.id, name })),
    }),
    [me, users, roles, webhooks, projects],
  );
}

export function useRecipientWords(): RecipientWords {
  const { policies, roles } = useMessages();
  const choices = useRecipientChoices();
  return useMemo(() => ({ policies, roles: roles.names, choices }), [policies, roles, choices]);
}
