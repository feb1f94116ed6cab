import { typeDashboard } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { saveDashboard } from "../../api/dashboards.ts";
import { deviceType, typeList, typesShown } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";

interface DialogProps {
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

/** Nobody begins with an empty page: a type says what there is to see [DSH5]. */
export function TypeDashboardDialog({ projectId, onClose }: DialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(typeList("", typesShown));
  const create = async (form: FormData) => {
    const type = await client.fetchQuery(deviceType(textOf(form, "type")));
    const described = { id: type.id.id, name: type.name, channels: type.channels };
    const { title, configuration } = typeDashboard(described, m.dashboards.typeDashboard);
    const made = await saveDashboard({ title, configuration, ...(projectId && { projectId: { id: projectId } }) });
    await client.invalidateQueries({ queryKey: ["dashboards"] });
    await navigate({ to: "/dashboards/$dashboardId", params: { dashboardId: made.id.id }, search: {} });
  };
  return (
    <Dialog title={m.dashboards.forType} onClose={onClose}>
      <Form action={m.common.create} send={create} onCancel={onClose}>
        <p className="soft">{m.dashboards.forTypeText}</p>
        <Field label={m.dashboards.deviceType}>
          {(id) => (
            <select id={id} name="type" required>
              {(data?.data ?? []).map(({ id, name }) => (
                <option key={id.id} value={id.id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
