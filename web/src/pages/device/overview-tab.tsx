import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { attributes } from "../../api/attributes.ts";
import { device as deviceQuery } from "../../api/devices.ts";
import { sparks } from "../../api/telemetry.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { drawable, shortText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useLatest } from "../../live/use-latest.ts";
import { useMay } from "../../shell/current-user.ts";
import { CopyButton } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Ago, Time } from "../../ui/time.tsx";
import { positionIn } from "./position.ts";

const route = getRouteApi("/devices/$deviceId");
const tilesShown = 12;

export function OverviewTab() {
  const { deviceId } = route.useParams();
  const may = useMay();
  return (
    <div className="columns">
      <Facts deviceId={deviceId} />
      {may("VIEW_TELEMETRY") && <LatestValues deviceId={deviceId} />}
    </div>
  );
}

function Facts({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data: device } = useQuery(deviceQuery(deviceId));
  if (!device) return <Skeleton />;
  const facts = [
    [m.common.type, device.type],
    [m.devices.label, device.label],
    [m.devices.serial, device.serialNumber],
    [m.devices.firmware, device.firmwareVersion],
    [m.devices.description, device.additionalInfo.description],
  ] as const;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.device.facts}</h2>
      </div>
      <dl className="facts card-body">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <Position deviceId={deviceId} />
        <dt>{m.device.createdTime}</dt>
        <dd>
          <Time ms={device.createdTime} />
        </dd>
        <dt>{m.device.id}</dt>
        <dd className="row tight">
          <code className="break">{deviceId}</code> <CopyButton text={deviceId} />
        </dd>
      </dl>
    </section>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd className={value ? undefined : "soft"}>{value ?? "–"}</dd>
  </>
);

/** Where the device says it is, in its attributes or its telemetry. */
function Position({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const may = useMay()("VIEW_TELEMETRY");
  const { data: known = [] } = useQuery({ ...attributes(deviceId, undefined), enabled: may });
  const { data: latest = {} } = useLatest(deviceId);
  const values = new Map<string, unknown>(Object.entries(latest).map(([key, [point]]) => [key, point?.value]));
  for (const { key, value } of known) values.set(key, value);
  const position = positionIn(values);
  if (!position) return null;
  const text = `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`;
  return (
    <>
      <dt>{m.device.position}</dt>
      <dd className="row tight">
        <Icon name="pin" /> {text} <CopyButton text={text} />
      </dd>
    </>
  );
}

function LatestValues({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data, error, refetch } = useLatest(deviceId);
  const keys = Object.keys(data ?? {}).sort((a, b) => a.localeCompare(b));
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>{m.device.keyValues}</h2>
          <p>{m.device.keyValuesText}</p>
        </div>
        <Link to="/devices/$deviceId/telemetry" params={{ deviceId }} className="button small">
          {m.device.allValues}
        </Link>
      </div>
      {data ? (
        keys.length === 0 ? (
          <NoValues deviceId={deviceId} />
        ) : (
          <Tiles deviceId={deviceId} keys={keys.slice(0, tilesShown)} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card-body">
          <Skeleton />
        </div>
      )}
    </section>
  );
}

function NoValues({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const may = useMay();
  return (
    <EmptyState icon="devices" title={m.device.noValues} text={m.device.noValuesText}>
      {may("VIEW_DEVICE_CREDENTIALS") && (
        <Link to="/devices/$deviceId/credentials" params={{ deviceId }} className="button">
          <Icon name="key" /> {m.device.howToConnect}
        </Link>
      )}
    </EmptyState>
  );
}

function Tiles({ deviceId, keys }: { readonly deviceId: string; readonly keys: readonly string[] }) {
  const locale = useLocale();
  const [openedAt] = useState(() => Date.now());
  const { data: latest = {} } = useLatest(deviceId);
  const numbers = keys.filter((key) => drawable(latest[key]?.[0]?.value) !== undefined);
  const { data: lines = {} } = useQuery(sparks(deviceId, numbers, openedAt));
  return (
    <div className="values">
      {keys.map((key) => {
        const point = latest[key]?.[0];
        return (
          <Link
            key={key}
            to="/devices/$deviceId/telemetry"
            params={{ deviceId }}
            search={{ keys: [key] }}
            className="value-tile"
          >
            <span className="soft cut" title={key}>
              {key}
            </span>
            <strong className="cut">{point && shortText(point.value, locale)}</strong>
            <Sparkline points={lines[key] ?? []} />
            <small>{point && <Ago ms={point.ts} />}</small>
          </Link>
        );
      })}
    </div>
  );
}
