import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, use } from "react";

/** Somebody who has a link to this dashboard and nothing else: no page of the application is theirs [DSH6]. */
export interface Onlooker {
  /** Shows another page of the dashboard, with what is chosen for it. */
  readonly openPage: (page: string, choice?: Readonly<Record<string, string>>) => void;
}

const OnlookerContext = createContext<Onlooker | undefined>(undefined);

export const OnlookerProvider = ({ value, children }: { readonly value: Onlooker; readonly children: ReactNode }) => (
  <OnlookerContext value={value}>{children}</OnlookerContext>
);

/** Undefined for whoever is logged in. */
export const useOnlooker = (): Onlooker | undefined => use(OnlookerContext);

interface DeviceLinkProps {
  readonly deviceId: string;
  readonly tab?: "alarms" | "files";
  readonly className?: string;
  readonly style?: React.CSSProperties;
  readonly title?: string;
  readonly children: ReactNode;
}

/** To a device, or to one of its pages; for an onlooker the name alone. */
export function DeviceLink({ deviceId, tab, ...shown }: DeviceLinkProps) {
  if (useOnlooker()) return <span {...shown} />;
  const to = tab === undefined ? "/devices/$deviceId" : (`/devices/$deviceId/${tab}` as const);
  return <Link to={to} params={{ deviceId }} {...shown} />;
}
