import type { Permission, RoleInput } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { previewRole } from "../../api/roles.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ErrorNote } from "../../ui/states.tsx";

interface PreviewProps {
  readonly roleId: string;
  readonly before: readonly Permission[];
  readonly held: readonly Permission[];
}

/** What the change would give to and take from whom, before it is made [ROL1]. */
export function RolePreviewNote({ roleId, before, held }: PreviewProps) {
  const m = useMessages();
  const isChanged = held.length !== before.length || held.some((one) => !before.includes(one));
  const { data, error } = useQuery({
    queryKey: ["role-preview", roleId, held],
    queryFn: () => previewRole(roleId, [...held] as RoleInput["permissions"]),
    enabled: isChanged,
  });
  const named = (those: readonly Permission[]): string => those.map((one) => m.permissionNames[one]).join(", ");
  if (!isChanged) return null;
  if (!data) return <ErrorNote error={error} />;
  const touched = data.users.filter(({ gains, loses }) => gains.length + loses.length > 0);
  return (
    <section className="note" aria-live="polite">
      <div>
        <strong>{m.roles.preview(touched.length, data.users.length)}</strong>
        {touched.map(({ userId, username, gains, loses }) => (
          <div key={userId.id} className="break">
            {username}
            {gains.length > 0 && <small> {m.roles.gains(named(gains))}</small>}
            {loses.length > 0 && <small> {m.roles.loses(named(loses))}</small>}
          </div>
        ))}
      </div>
    </section>
  );
}
