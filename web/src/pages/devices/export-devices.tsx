import type { DeviceViewColumn } from "@heliograph/contract";
import { exportDevices } from "../../api/devices.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { type ChosenDevices, chosenInput, chosenText, countOf } from "./chosen-devices.ts";

interface ExportDevicesProps {
  readonly chosen: ChosenDevices;
  /** What the list shows of them is in the file, too. */
  readonly columns: readonly DeviceViewColumn[];
  readonly onClose: () => void;
}

const formats = ["CSV", "XLSX"] as const;

/** Devices as a file, with tokens for those who may see them. */
export function ExportDevices({ chosen, columns, onClose }: ExportDevicesProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const maySeeTokens = useMay()("VIEW_DEVICE_CREDENTIALS");
  const send = async (form: FormData) => {
    const format = formats.find((one) => one === textOf(form, "format")) ?? "CSV";
    const tokens = form.get("tokens") === "on";
    const body = { ...chosenInput(chosen), format, columns: [...columns], ...(tokens && { tokens }) };
    const answer = await exportDevices(tenantId, body);
    saveBlob(await answer.blob(), `devices.${format.toLowerCase()}`);
    onClose();
  };
  return (
    <Dialog title={m.deviceList.exportTitle} onClose={onClose}>
      <Form action={m.deviceList.exportStart(countOf(chosen))} send={send} onCancel={onClose}>
        <p className="break">
          {chosenText(chosen, m)}. {m.deviceList.exportText}
        </p>
        <Field label={m.deviceList.exportFormat}>
          {(id) => (
            <select id={id} name="format" defaultValue="CSV">
              {formats.map((format) => (
                <option key={format} value={format}>
                  {m.deviceList.exportFormats[format]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {maySeeTokens && (
          <label className="check">
            <input type="checkbox" name="tokens" />
            <span>
              {m.deviceList.exportTokens} <small>{m.deviceList.exportTokensText}</small>
            </span>
          </label>
        )}
      </Form>
    </Dialog>
  );
}
