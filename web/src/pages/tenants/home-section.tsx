import type { HomePage, TenantSettingsRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { projectList } from "../../api/projects.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Field, textOf } from "../../ui/field.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Where people begin. Later kinds of pages get a line here. */
export function HomeSection({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  return (
    <SettingsSection
      id="home"
      tenantId={tenantId}
      title={m.tenantSettings.home}
      text={m.tenantSettings.homeText}
      changeIn={(form) => ({ homePage: homeIn(form) })}
    >
      {(settings) => <HomeFields tenantId={tenantId} settings={settings} />}
    </SettingsSection>
  );
}

function homeIn(form: FormData): HomePage {
  const kind = textOf(form, "home") as HomePage["kind"];
  return kind === "PROJECT" ? { kind, projectId: textOf(form, "homeProject") } : { kind };
}

interface HomeFieldsProps {
  readonly tenantId: string;
  readonly settings: TenantSettingsRecord;
}

function HomeFields({ tenantId, settings }: HomeFieldsProps) {
  const m = useMessages();
  const isInside = useCurrentUser().tenantId?.id === tenantId;
  const { data } = useQuery({ ...projectList(tenantId), enabled: isInside });
  const projects = data?.data ?? [];
  const [kind, setKind] = useState<HomePage["kind"]>(settings.homePage?.kind ?? "DEVICES");
  const kept = settings.homePage?.projectId;
  const canBeProject = projects.length > 0 || kept !== undefined;
  return (
    <>
      <Field
        label={m.tenantSettings.homeLabel}
        hint={isInside && !canBeProject ? m.tenantSettings.noProjects : undefined}
      >
        {(id) => (
          <select id={id} name="home" value={kind} onChange={({ target }) => setKind(target.value as HomePage["kind"])}>
            {(["DEVICES", "PROJECTS", "PROJECT"] as const).map((one) => (
              <option key={one} value={one} disabled={one === "PROJECT" && !canBeProject}>
                {m.tenantSettings.homes[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === "PROJECT" && (
        <Field label={m.tenantSettings.homeProject}>
          {(id) => (
            <select id={id} name="homeProject" defaultValue={kept} key={projects.length}>
              {projects.length === 0 && kept && <option value={kept}>…</option>}
              {projects.map((project) => (
                <option key={project.id.id} value={project.id.id}>
                  {project.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
