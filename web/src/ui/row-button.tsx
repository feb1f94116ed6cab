import { Icon, type IconName } from "./icon.tsx";

interface RowButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** What the row is about. */
  readonly of: string;
  readonly onClick: () => void;
}

/** Something to do with a row of a table; read out with what the row is about. */
export function RowButton({ icon, label, of, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="button ghost square small"
      aria-label={`${label}: ${of}`}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
