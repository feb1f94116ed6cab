import "../../styles/connect.css";
import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { credentials, device as deviceQuery } from "../../api/devices.ts";
import { Listening } from "../../connect/listening.tsx";
import { SendStep } from "../../connect/send-step.tsx";
import { TokenStep } from "../../connect/token-step.tsx";
import { Checks, WaitingPanel } from "../../connect/waiting-panel.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay } from "../../shell/current-user.ts";
import { tabNeeds } from "../../shell/page-needs.ts";
import { useSubject } from "../../shell/page-title.ts";
import { useProjects } from "../../shell/use-project.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { DeviceForm } from "../devices/device-form.tsx";
import { NewDevice } from "./new-device.tsx";
import { Step } from "./step.tsx";

const route = getRouteApi("/devices/new");

/** From nothing to the first value: what it is, its name, its token, a line to send, and what arrives. */
export function FirstStepsPage() {
  const m = useMessages();
  useSubject(m.connect.newDevice);
  const { device: deviceId, project } = route.useSearch();
  const navigate = route.useNavigate();
  const begin = () => void navigate({ search: project === undefined ? {} : { project } });
  return (
    <div className="page">
      <nav className="crumbs">
        <Link to="/devices">{m.devices.title}</Link>
        <Icon name="right" size={14} />
        <span>{m.connect.newDevice}</span>
      </nav>
      <div className="page-head">
        <h1>{m.connect.title}</h1>
        <Link to="/devices" hash="import" className="button">
          <Icon name="upload" /> {m.connect.importMany}
        </Link>
      </div>
      {deviceId === undefined ? (
        <div className="first-steps">
          <NewDevice
            project={project}
            onCreated={({ id }) => void navigate({ search: { ...(project && { project }), device: id.id } })}
          />
          <section className="card waiting-panel" aria-label={m.connect.waiting}>
            <div className="card-body stack">
              <p className="soft">{m.connect.afterCreate}</p>
              <Checks
                checks={{ ...{ connection: "open", token: "open", place: "open" }, ...{ json: "open", value: "open" } }}
              />
            </div>
            <Listening />
          </section>
        </div>
      ) : (
        <CreatedDevice deviceId={deviceId} onNext={begin} />
      )}
    </div>
  );
}

function CreatedDevice({ deviceId, onNext }: { readonly deviceId: string; readonly onNext: () => void }) {
  const { data: device, error, refetch } = useQuery(deviceQuery(deviceId));
  if (device) return <Steps device={device} onNext={onNext} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />;
}

function Steps({ device, onNext }: { readonly device: DeviceRecord; readonly onNext: () => void }) {
  const m = useMessages();
  const may = useMay()(tabNeeds.credentials);
  const { data, error, refetch } = useQuery({ ...credentials(device.id.id), enabled: may });
  const [isEditing, setEditing] = useState(false);
  const project = useProjects()?.find(({ id }) => id.id === device.projectId?.id);
  const change = (what: string) => (
    <button
      type="button"
      className="button ghost small"
      aria-label={`${m.connect.change}: ${what}`}
      onClick={() => setEditing(true)}
    >
      {m.connect.change}
    </button>
  );
  return (
    <div className="first-steps">
      <ol className="card steps">
        <Step title={m.connect.what} text={device.type} isDone action={change(m.connect.what)} />
        <Step
          title={m.connect.nameAndPlace}
          text={[device.name, device.label, project?.name].filter(Boolean).join(" · ")}
          isDone
          action={change(m.connect.nameAndPlace)}
        />
        <Step title={m.connect.token} text={m.connect.tokenText} isDone={data !== undefined}>
          {!may ? (
            <p className="note">{m.connect.tokenHidden}</p>
          ) : data ? (
            <TokenStep deviceId={device.id.id} token={data.credentialsId} />
          ) : error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={1} />
          )}
        </Step>
        {data && (
          <Step title={m.connect.sendFirst}>
            <SendStep device={device} token={data.credentialsId} />
          </Step>
        )}
      </ol>
      {data && (
        <WaitingPanel
          key={device.id.id}
          connected={{ device, token: data.credentialsId, tokenSince: data.createdTime, isNew: true }}
          onNext={onNext}
        />
      )}
      {isEditing && <DeviceForm device={device} onClose={() => setEditing(false)} />}
    </div>
  );
}
