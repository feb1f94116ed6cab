import { emptyConfiguration } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { saveDashboard } from "../../api/dashboards.ts";
import { typeList, typesShown } from "../../api/device-types.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useTypeDashboard } from "./use-type-dashboard.ts";
import { useMakingWords } from "./words.ts";

interface DialogProps {
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

const beginnings = ["type", "empty"] as const;
type Beginning = (typeof beginnings)[number];

/** Nobody has to begin with an empty page: a type says what there is to see [DSH5]. */
export function NewDashboardDialog({ projectId, onClose }: DialogProps) {
  const m = useMessages();
  const w = useMakingWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const makeForType = useTypeDashboard();
  const [begin, setBegin] = useState<Beginning>("type");
  const create = async (form: FormData) => {
    const at = projectId && { projectId: { id: projectId } };
    const made =
      begin === "type"
        ? await makeForType(textOf(form, "type"), projectId)
        : await saveDashboard({ title: textOf(form, "title"), configuration: emptyConfiguration(), ...at });
    await client.invalidateQueries({ queryKey: ["dashboards"] });
    const params = { dashboardId: made.id.id };
    if (begin === "type") await navigate({ to: "/dashboards/$dashboardId", params, search: {} });
    else await navigate({ to: "/dashboards/$dashboardId/edit", params, search: {} });
  };
  return (
    <Dialog title={w.create} onClose={onClose}>
      <Form action={m.common.create} send={create} onCancel={onClose}>
        <fieldset className="choices">
          <legend className="off-screen">{w.begin}</legend>
          {beginnings.map((one) => (
            <label key={one} className="choice">
              <input type="radio" name="begin" checked={begin === one} onChange={() => setBegin(one)} />
              <span>
                <strong>{w.begins[one]}</strong>
                <br />
                <small>{w.beginTexts[one]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {begin === "type" ? <TypeField /> : <TextField label={w.title} name="title" maxLength={255} required />}
      </Form>
    </Dialog>
  );
}

function TypeField() {
  const w = useMakingWords();
  const { data } = useQuery(typeList("", typesShown));
  return (
    <Field label={w.deviceType} hint={data?.data.length === 0 ? w.noTypes : undefined}>
      {(id) => (
        <select id={id} name="type" required>
          {(data?.data ?? []).map(({ id: typeId, name }) => (
            <option key={typeId.id} value={typeId.id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
