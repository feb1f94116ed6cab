import "../../styles/connect.css";
import type { DeviceRecord } from "@heliograph/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { credentials, devicePage, device as deviceQuery } from "../../api/devices.ts";
import { SendStep } from "../../connect/send-step.tsx";
import { TokenStep } from "../../connect/token-step.tsx";
import { WaitingPanel } from "../../connect/waiting-panel.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds, tabNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { Reference } from "./reference.tsx";
import { Step } from "./step.tsx";

const route = getRouteApi("/connect");

/** How devices and scripts reach this node: for a device that is there, with its own token; then what there is to know. */
export function ConnectPage() {
  const m = useMessages();
  const may = useMay();
  const { device: deviceId } = route.useSearch();
  const isInTenant = useTenantId() !== "";
  return (
    <div className="page stack">
      <div className="page-head">
        <h1>{m.connect.page}</h1>
        {isInTenant && may("EDIT_DEVICES") && (
          <Link to="/devices/new" className="button primary">
            <Icon name="plus" /> {m.connect.newDevice}
          </Link>
        )}
      </div>
      {isInTenant && may(pageNeeds.devices) && may(tabNeeds.credentials) && <ExistingDevice deviceId={deviceId} />}
      <Reference />
    </div>
  );
}

function ExistingDevice({ deviceId }: { readonly deviceId: string | undefined }) {
  const m = useMessages();
  const navigate = route.useNavigate();
  return (
    <>
      <section className="card">
        <div className="card-head">
          <div>
            <h2>{m.connect.title}</h2>
            <p>{m.connect.pageText}</p>
          </div>
          <DeviceChoice onChoose={(device) => void navigate({ search: { device } })} />
        </div>
      </section>
      {deviceId !== undefined && <Connection key={deviceId} deviceId={deviceId} />}
    </>
  );
}

const offeredAtMost = 20;

/** By name: what is typed is looked for, and what is found is chosen from a list. */
function DeviceChoice({ onChoose }: { readonly onChoose: (deviceId: string) => void }) {
  const m = useMessages();
  const listId = useId();
  const tenantId = useTenantId();
  const [text, setText] = useState("");
  const textSearch = useSettled(text.trim(), 200);
  const { data } = useQuery({
    ...devicePage(tenantId, { ...(textSearch && { textSearch }) }, 0),
    placeholderData: keepPreviousData,
  });
  const offered = (data?.data ?? []).slice(0, offeredAtMost);
  const chosen = (name: string): DeviceRecord | undefined => offered.find((one) => one.name === name);
  return (
    <div className="search">
      <Icon name="search" />
      <input
        type="search"
        list={listId}
        aria-label={m.connect.chooseDevice}
        placeholder={m.connect.findDevice}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const device = chosen(target.value);
          if (device) onChoose(device.id.id);
        }}
      />
      <datalist id={listId}>
        {offered.map(({ id, name, label }) => (
          <option key={id.id} value={name} label={label ?? undefined} />
        ))}
      </datalist>
      {textSearch !== "" && data?.totalElements === 0 && <small role="status">{m.connect.noSuchDevice}</small>}
    </div>
  );
}

function Connection({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const device = useQuery(deviceQuery(deviceId));
  const token = useQuery(credentials(deviceId));
  const error = device.error ?? token.error;
  if (error && (!device.data || !token.data)) return <ErrorState error={error} onRetry={() => void device.refetch()} />;
  if (!device.data || !token.data) return <Skeleton />;
  return (
    <div className="first-steps">
      <ol className="card steps">
        <Step title={device.data.name} text={device.data.type} isDone />
        <Step title={m.connect.token} text={m.connect.tokenText} isDone>
          <TokenStep deviceId={deviceId} token={token.data.credentialsId} />
        </Step>
        <Step title={m.credentials.snippets}>
          <SendStep device={device.data} token={token.data.credentialsId} />
        </Step>
      </ol>
      <WaitingPanel
        connected={{
          ...{ device: device.data, token: token.data.credentialsId },
          ...{ tokenSince: token.data.createdTime, isNew: false },
        }}
      />
    </div>
  );
}
