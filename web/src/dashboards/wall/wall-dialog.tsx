import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { dashboardList, dashboardsShown } from "../../api/dashboards.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import type { HeaderActionProps } from "../header-action.ts";

interface WallDialogProps extends HeaderActionProps {
  readonly onClose: () => void;
}

const seconds = [10, 20, 30, 60, 300] as const;
const usual = 20;

/** How long each page is shown, and which dashboards come after this one; then it begins. */
export function WallDialog({ record, search, onClose }: WallDialogProps) {
  const m = useMessages();
  const navigate = useNavigate();
  const begin = async (form: FormData) => {
    const others = form.getAll("with").map(String);
    const tour = others.length > 0 && { tour: [record.id.id, ...others].join() };
    const { page: _, ...shown } = search;
    onClose();
    await navigate({ to: ".", search: { ...shown, wall: Number(textOf(form, "seconds")), ...tour } });
  };
  return (
    <Dialog title={m.wall.title} onClose={onClose}>
      <Form action={m.wall.begin} send={begin} onCancel={onClose}>
        <p className="soft">{m.wall.text}</p>
        <Field label={m.wall.eachPage}>
          {(id) => (
            <select id={id} name="seconds" defaultValue={usual}>
              {seconds.map((one) => (
                <option key={one} value={one}>
                  {m.wall.seconds(one)}
                </option>
              ))}
              <option value={0}>{m.wall.stays}</option>
            </select>
          )}
        </Field>
        <OtherDashboards dashboardId={record.id.id} />
      </Form>
    </Dialog>
  );
}

function OtherDashboards({ dashboardId }: { readonly dashboardId: string }) {
  const m = useMessages();
  const { data } = useQuery(dashboardList(useTenantId(), "", undefined, dashboardsShown));
  const others = data?.data.filter(({ id }) => id.id !== dashboardId) ?? [];
  if (others.length === 0) return null;
  return (
    <fieldset className="permission-choice wall-others">
      <legend>{m.wall.also}</legend>
      {others.map(({ id, title }) => (
        <label key={id.id} className="check">
          <input type="checkbox" name="with" value={id.id} />
          <span className="break">{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
