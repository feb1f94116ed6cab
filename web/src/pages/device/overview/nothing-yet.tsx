import type { ReactNode } from "react";
import { Icon, type IconName } from "../../../ui/icon.tsx";

interface NothingYetProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** In a small card: what will be there, and the way to it. */
export const NothingYet = ({ icon, title, text, children }: NothingYetProps) => (
  <div className="nothing-yet">
    <Icon name={icon} size={20} />
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  </div>
);
