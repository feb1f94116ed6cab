import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { device as deviceQuery } from "../../../api/devices.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useProjects } from "../../../shell/use-project.ts";
import { CopyButton } from "../../../ui/copy.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { Time } from "../../../ui/time.tsx";

export function DeviceFacts({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data: device } = useQuery(deviceQuery(deviceId));
  if (!device) return <Skeleton />;
  const texts = [
    [m.devices.serial, device.serialNumber],
    [m.devices.firmware, device.firmwareVersion],
    [m.devices.label, device.label],
    [m.devices.description, device.additionalInfo.description],
  ] as const;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.device.facts}</h2>
      </div>
      <dl className="facts card-body">
        <Fact name={m.common.type}>
          <Link to="/types/$typeId" params={{ typeId: device.deviceProfileId.id }}>
            {device.type}
          </Link>
        </Fact>
        <ProjectFact device={device} />
        {texts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value || <span className="soft">–</span>}
          </Fact>
        ))}
        <Fact name={m.device.createdTime}>
          <Time ms={device.createdTime} />
        </Fact>
        <Fact name={m.device.id}>
          <span className="row tight">
            <code className="cut" title={deviceId}>
              {deviceId}
            </code>
            <CopyButton text={deviceId} title={m.device.copyId} />
          </span>
        </Fact>
      </dl>
    </section>
  );
}

/** Where it is; nothing where there are no projects. */
function ProjectFact({ device }: { readonly device: DeviceRecord }) {
  const m = useMessages();
  const projects = useProjects() ?? [];
  if (projects.length === 0) return null;
  const project = projects.find(({ id }) => id.id === device.projectId?.id);
  return (
    <Fact name={m.projects.project}>
      {project ? (
        <Link to="/devices" search={{ project: project.id.id }}>
          {project.name}
        </Link>
      ) : (
        <span className="soft">{m.projects.unassigned}</span>
      )}
    </Fact>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
