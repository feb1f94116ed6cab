import type { NewApiKeyRecord, Permission } from "@heliograph/contract";
import { tenantWidePermissions } from "@heliograph/contract/permissions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createApiKey, ownApiKeys } from "../../api/api-keys.ts";
import { projectList } from "../../api/projects.ts";
import { localInputMs } from "../../format/time.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { NeedsText } from "../../permissions/needs-text.tsx";
import { PermissionChoice } from "../../permissions/permission-choice.tsx";
import { usePermissionChoice } from "../../permissions/use-permission-choice.ts";
import { useCurrentUser, useTenantId } from "../../shell/current-user.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { indentedName, treeRows } from "../projects/project-tree.ts";
import { ApiKeyUse } from "./api-key-use.tsx";

interface ApiKeyDialogProps {
  readonly onClose: () => void;
}

/** What most scripts are for: to look. */
const looking: readonly Permission[] = ["VIEW_DEVICES", "VIEW_TELEMETRY", "VIEW_FILES", "DOWNLOAD_FILES"];

/** Asks what the key is for, then shows it, once, with how it is used [AUTH10]. */
export function ApiKeyDialog({ onClose }: ApiKeyDialogProps) {
  const m = useMessages();
  const client = useQueryClient();
  const { permissions } = useCurrentUser();
  const offered = looking.filter((permission) => permissions.includes(permission));
  const { held, toggle, told } = usePermissionChoice(offered, permissions);
  const [made, setMade] = useState<NewApiKeyRecord>();
  const send = async (form: FormData) => {
    const chosen = permissions.filter((permission) => held.includes(permission));
    if (chosen.length === 0) throw new FormProblem(m.apiKeys.chooseOne);
    const projectIds = form.getAll("project").map((id) => ({ id: String(id) }));
    const tenantWide = chosen.filter((permission) => tenantWidePermissions.has(permission));
    if (projectIds.length > 0 && tenantWide.length > 0)
      throw new FormProblem(m.apiKeys.tenantWide(tenantWide.map((one) => m.permissionNames[one]).join(", ")));
    const where = projectIds.length > 0 && { projectIds };
    const end = textOf(form, "end");
    const expiresTime = end === "" ? null : localInputMs(end);
    setMade(await createApiKey({ name: textOf(form, "name").trim(), permissions: chosen, expiresTime, ...where }));
    void client.invalidateQueries({ queryKey: ownApiKeys.queryKey });
  };
  return (
    <Dialog title={made ? m.apiKeys.madeTitle : m.apiKeys.createTitle} onClose={onClose} size="wide">
      {made ? (
        <MadeKey made={made} onClose={onClose} />
      ) : (
        <Form action={m.apiKeys.create} send={send} onCancel={onClose}>
          <div className="form-pair">
            <TextField label={m.common.name} name="name" hint={m.apiKeys.nameHint} required maxLength={255} autoFocus />
            <TextField label={m.apiKeys.end} name="end" type="datetime-local" hint={m.apiKeys.endHint} />
          </div>
          <p className="soft" role="status">
            {told}
          </p>
          <PermissionChoice
            legend={m.apiKeys.permissions}
            listed={permissions}
            box={(permission) => (
              <input
                type="checkbox"
                checked={held.includes(permission)}
                onChange={({ target }) => toggle(permission, target.checked)}
              />
            )}
            note={(permission) => <NeedsText permission={permission} />}
          />
          <ProjectChoice />
        </Form>
      )}
    </Dialog>
  );
}

/** Where the key is good; nothing where there are no projects. */
function ProjectChoice() {
  const m = useMessages();
  const tenantId = useTenantId();
  const { data } = useQuery({ ...projectList(tenantId), enabled: tenantId !== "" });
  const rows = treeRows(data?.data ?? []);
  if (rows.length === 0) return null;
  return (
    <fieldset className="permission-choice project-choice">
      <legend>{m.apiKeys.projects}</legend>
      <small>{m.apiKeys.projectsText}</small>
      {rows.map((row) => (
        <label key={row.project.id.id} className="check">
          <input type="checkbox" name="project" value={row.project.id.id} />
          <span className="break">{indentedName(row)}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface MadeKeyProps {
  readonly made: NewApiKeyRecord;
  readonly onClose: () => void;
}

function MadeKey({ made, onClose }: MadeKeyProps) {
  const m = useMessages();
  const { tenantId } = useCurrentUser();
  return (
    <div className="form">
      <p className="break">{m.apiKeys.madeText(made.name)}</p>
      <Field label={m.apiKeys.key}>
        {(id) => (
          <input
            id={id}
            readOnly
            className="mono"
            value={made.key}
            // biome-ignore lint/a11y/noAutofocus: what was asked for, in place of the form that had the focus
            autoFocus
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      {tenantId && <ApiKeyUse tenantId={tenantId.id} apiKey={made.key} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.common.close}
        </button>
        <CopyButton text={made.key} label={m.apiKeys.copyKey} isPrimary />
      </div>
    </div>
  );
}
