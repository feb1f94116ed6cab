import type { DashboardConfiguration } from "@heliograph/contract";
import { createContext, type ReactNode, use } from "react";

/** What widgets know of the dashboard they are on: its notes, and the pages they lead to. */
interface ShownDashboard extends Pick<DashboardConfiguration, "annotations" | "pages" | "variables"> {
  /** Its id, where whoever looks at it may change it. */
  readonly editableId?: string | undefined;
}

const ShownDashboardContext = createContext<ShownDashboard | undefined>(undefined);

interface ProviderProps {
  readonly value: ShownDashboard;
  readonly children: ReactNode;
}

export const ShownDashboardProvider = ({ value, children }: ProviderProps) => (
  <ShownDashboardContext value={value}>{children}</ShownDashboardContext>
);

/** Undefined where a widget stands alone. */
export const useShownDashboard = (): ShownDashboard | undefined => use(ShownDashboardContext);
