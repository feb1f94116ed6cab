import type { ListedProject } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { deleteProject, projectList } from "../../api/projects.ts";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { CardTable } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowButton } from "../../ui/row-button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { HistoryButton } from "../audit/history-dialog.tsx";
import { ProjectForm } from "./project-form.tsx";
import { type TreeRow, treeRows } from "./project-tree.ts";

type Open =
  | { readonly kind: "create"; readonly below: string | undefined }
  | { readonly kind: "edit" | "delete"; readonly project: ListedProject };

/** The tree of projects, and how to change it [PRJ1]. */
export function ProjectsPage() {
  const m = useMessages();
  const mayManage = useMay()("MANAGE_PROJECTS");
  const tenantId = useTenantId();
  const client = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useQuery(projectList(tenantId));
  const rows = treeRows(data?.data ?? []);
  const close = () => setOpen(undefined);
  const create = () => setOpen({ kind: "create", below: undefined });
  const remove = async (project: ListedProject) => {
    await deleteProject(project.id.id);
    toast(m.projects.deleted(project.name));
    await client.invalidateQueries({ queryKey: ["projects"] });
  };

  return (
    <div className="page">
      <div className="page-head">
        <h1>{m.projects.title}</h1>
        {mayManage && (
          <button type="button" className="button primary" onClick={create}>
            <Icon name="plus" /> {m.projects.create}
          </button>
        )}
      </div>
      <section className="card table-scroll">
        {data && rows.length === 0 ? (
          <EmptyState icon="projects" title={m.projects.emptyTitle} text={m.projects.emptyText} />
        ) : data ? (
          <CardTable>
            <thead>
              <tr>
                <th>{m.common.name}</th>
                <th className="hide-narrow">{m.devices.description}</th>
                <th className="right" title={m.projects.withBelow}>
                  {m.devices.title}
                </th>
                {mayManage && <th className="right">{m.common.actions}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ProjectRow key={row.project.id.id} row={row} mayManage={mayManage} onOpen={setOpen} />
              ))}
            </tbody>
          </CardTable>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="card-body">
            <Skeleton />
          </div>
        )}
      </section>
      {open?.kind === "create" && <ProjectForm below={open.below} onClose={close} />}
      {open?.kind === "edit" && <ProjectForm project={open.project} onClose={close} />}
      {open?.kind === "delete" && (
        <Confirm
          title={m.projects.deleteTitle}
          text={m.projects.deleteText(open.project.name)}
          action={m.common.delete}
          onConfirm={() => remove(open.project)}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ProjectRowProps {
  readonly row: TreeRow;
  readonly mayManage: boolean;
  readonly onOpen: (open: Open) => void;
}

function ProjectRow({ row: { project, depth, devices }, mayManage, onOpen }: ProjectRowProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <tr>
      <td className="break" style={{ paddingInlineStart: `calc(var(--space-4, 1rem) + ${depth * 1.25}rem)` }}>
        <Link to="/devices" search={{ project: project.id.id }} data-opens>
          {project.name}
        </Link>
        {depth > 0 && <span className="off-screen"> {m.projects.level(depth + 1)}</span>}
      </td>
      <td className="soft break hide-narrow">{project.description}</td>
      <td className="right">
        {countText(devices, locale)}
        {devices !== project.deviceCount && (
          <>
            <br />
            <small className="nowrap">{m.projects.here(project.deviceCount)}</small>
          </>
        )}
      </td>
      {mayManage && (
        <td className="right nowrap">
          <RowButton
            icon="plus"
            label={m.projects.createBelow}
            of={project.name}
            onClick={() => onOpen({ kind: "create", below: project.id.id })}
          />
          <RowButton
            icon="edit"
            label={m.projects.edit}
            of={project.name}
            onClick={() => onOpen({ kind: "edit", project })}
          />
          <HistoryButton type="PROJECT" id={project.id.id} name={project.name} />
          <RowButton
            icon="trash"
            label={m.common.delete}
            of={project.name}
            onClick={() => onOpen({ kind: "delete", project })}
          />
        </td>
      )}
    </tr>
  );
}
