import type { AttributeRecord, TypeAttribute } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { attributes, saveAttribute } from "../../../api/attributes.ts";
import { deviceDescription } from "../../../api/device-types.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { TypeField, typedValue } from "../../../typed-fields/type-fields.tsx";
import { Form } from "../../../ui/form.tsx";
import { toast } from "../../../ui/toast.tsx";

const scopeOf = ({ scope = "SHARED_SCOPE" }: TypeAttribute) => scope;

/** The attributes people set, as a form of the device's type [TYP2]. Nothing where it describes none. */
export function TypeAttributes({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const mayEdit = useMay()("EDIT_ATTRIBUTES");
  const client = useQueryClient();
  const { data: description } = useQuery(deviceDescription(deviceId));
  const { data: shared } = useQuery(attributes(deviceId, "SHARED_SCOPE"));
  const { data: server } = useQuery(attributes(deviceId, "SERVER_SCOPE"));
  const fields = (description?.attributes ?? []).filter(({ editor = "people" }) => editor === "people");
  if (!mayEdit || fields.length === 0 || !shared || !server) return null;
  const presentValue = (field: TypeAttribute) =>
    (scopeOf(field) === "SHARED_SCOPE" ? shared : server).find(({ key }: AttributeRecord) => key === field.key)?.value;
  const save = async (form: FormData) => {
    for (const field of fields) {
      const value = typedValue(form, field);
      if (value === undefined || JSON.stringify(value) === JSON.stringify(presentValue(field))) continue;
      await saveAttribute(deviceId, scopeOf(field), field.key, value);
    }
    await client.invalidateQueries({ queryKey: ["attributes", deviceId] });
    toast(m.common.saved);
  };
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.deviceTypes.settings}</h2>
      </div>
      <div className="card-body">
        <Form action={m.common.save} send={save}>
          <div className="form-pair">
            {fields.map((field) => (
              <TypeField key={`${scopeOf(field)} ${field.key}`} field={field} value={presentValue(field)} />
            ))}
          </div>
        </Form>
      </div>
    </section>
  );
}
