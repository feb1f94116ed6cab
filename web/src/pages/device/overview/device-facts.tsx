import type { DeviceRecord } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { device as deviceQuery } from "../../../api/devices.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useLiveActivity } from "../../../live/use-live-activity.ts";
import { ActivityDot } from "../../../ui/activity.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { Ago, Time } from "../../../ui/time.tsx";

export function DeviceFacts({ deviceId }: { readonly deviceId: string }) {
  const m = useMessages();
  const { data: device } = useQuery(deviceQuery(deviceId));
  if (!device) return <Skeleton />;
  const texts = [
    [m.devices.serial, device.serialNumber],
    [m.devices.firmware, device.firmwareVersion],
    [m.common.type, device.type],
    [m.devices.label, device.label],
    [m.devices.description, device.additionalInfo.description],
  ] as const;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{m.device.facts}</h2>
      </div>
      <dl className="facts card-body">
        <Contact device={device} />
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

function Contact({ device }: { readonly device: DeviceRecord }) {
  const m = useMessages();
  const { active, lastActivityTime } = useLiveActivity([device.id.id]).get(device.id.id) ?? device;
  return (
    <>
      <Fact name={m.device.state}>
        <ActivityDot isActive={active} hasText />
      </Fact>
      <Fact name={m.devices.lastContact}>
        {lastActivityTime === null ? <span className="soft">{m.devices.never}</span> : <Ago ms={lastActivityTime} />}
      </Fact>
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
