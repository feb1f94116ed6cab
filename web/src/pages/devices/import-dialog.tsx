import type { ImportReport, ListedProject } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { importDevices } from "../../api/devices.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { CheckedForm } from "../../ui/form-checks/checked-form.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { ImportedTokens } from "./imported-tokens.tsx";

const columns = "name,type,label,description,serialNumber,firmwareVersion,token";

interface ImportDialogProps {
  /** Where they go: the project that is looked at. */
  readonly project: ListedProject | undefined;
  readonly onClose: () => void;
}

export function ImportDialog({ project, onClose }: ImportDialogProps) {
  const m = useMessages();
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const seesTokens = useMay()(tabNeeds.credentials);
  const upload = useMutation({
    mutationFn: (chosen: File) => importDevices(tenantId, chosen, project?.id.id, seesTokens),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["devices"] });
      void client.invalidateQueries({ queryKey: ["device-types"] });
      void client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
  return (
    // Tokens are easily lost: once they are there, only its button closes it.
    <Dialog
      title={m.devices.importTitle}
      onClose={onClose}
      size="wide"
      isHeld={(upload.data?.devices?.length ?? 0) > 0}
    >
      <CheckedForm className="form" onSend={() => file && upload.mutate(file)}>
        <p>
          {m.devices.importText} <code className="break">{columns}</code>
        </p>
        {project && <p className="break">{m.devices.importInto(project.name)}</p>}
        <Field label={m.devices.importFile}>
          {(id) => (
            <FileInput
              id={id}
              accept=".csv,text/csv,text/plain"
              required
              onChoose={(chosen) => {
                setFile(chosen);
                upload.reset();
              }}
            />
          )}
        </Field>
        <ErrorNote error={upload.error} />
        {upload.data && <Report report={upload.data} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {m.common.close}
          </button>
          <button type="submit" className="button primary" disabled={upload.isPending || upload.isSuccess}>
            {upload.isPending ? m.devices.importing : m.devices.importStart}
          </button>
        </div>
      </CheckedForm>
    </Dialog>
  );
}

const errorsShown = 200;

function Report({ report }: { readonly report: ImportReport }) {
  const m = useMessages();
  const locale = useLocale();
  const isClean = report.failed === 0;
  return (
    <div className="stack" role="status">
      <p className={isClean ? "note note-good" : "note note-warn"}>
        {m.devices.importDone(countText(report.created, locale), countText(report.rows, locale))}
        {!isClean && ` ${m.devices.importFailed}`}
      </p>
      {report.devices && report.devices.length > 0 && <ImportedTokens devices={report.devices} />}
      {!isClean && (
        <div className="table-scroll">
          <CardTable>
            <thead>
              <tr>
                <th>{m.devices.row}</th>
                <th>{m.common.name}</th>
                <th>{m.devices.problem}</th>
              </tr>
            </thead>
            <tbody>
              {report.errors.slice(0, errorsShown).map(({ row, name, message }) => (
                <tr key={row}>
                  <td>{row}</td>
                  <td>{name}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </CardTable>
        </div>
      )}
    </div>
  );
}
