import { Link } from "@tanstack/react-router";
import { useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { presetNames } from "../sentence/presets.ts";

/** What a rule can begin as. */
export function PresetCards() {
  const m = useMessages();
  return (
    <ul className="preset-cards">
      {presetNames.map((preset) => {
        const [name, text] = m.rules.presets[preset];
        return (
          <li key={preset}>
            <Link to="/rules/new" search={{ preset }}>
              <strong>{name}</strong>
              <small>{text}</small>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export function NewRuleDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  return (
    <Dialog title={m.rules.begin} onClose={onClose} size="wide">
      <PresetCards />
    </Dialog>
  );
}
