import type { ReactNode } from "react";

interface EditedNameProps {
  /** The way back to the list, and what that is called. */
  readonly list: ReactNode;
  readonly listName: string;
  /** What it is called as it is saved. */
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly isWrong: boolean;
  readonly isReadOnly?: boolean;
  readonly onName: (name: string) => void;
}

/** The head of an editor: where one is, and the name, edited where it stands. */
export function EditedName({ list, listName, title, label, name, isWrong, isReadOnly, onName }: EditedNameProps) {
  return (
    <div className="rule-title">
      <nav className="crumbs" aria-label={listName}>
        {list}
      </nav>
      <h1 className="off-screen">{title}</h1>
      <input
        className="rule-name"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        value={name}
        title={name}
        maxLength={255}
        readOnly={isReadOnly}
        onChange={({ target }) => onName(target.value)}
      />
    </div>
  );
}
