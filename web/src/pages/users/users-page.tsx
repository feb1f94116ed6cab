import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { UserTable } from "./user-table.tsx";

/** The people of one's own tenant. */
export function UsersPage() {
  const m = useMessages();
  return (
    <div className="page">
      <UserTable tenantId={useTenantId()} title={m.users.title} />
    </div>
  );
}
