import { Icon, type IconName } from "../../ui/icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { alignments } from "./aligned.ts";
import { widgetOf } from "./content.ts";
import { useClip } from "./use-clip.ts";
import { useEditor, useEditorState } from "./use-editor.ts";
import { widgetName } from "./widget-name.ts";
import { useEditorWords } from "./words/words.ts";

/** What can be done with the chosen ones, and with the page. */
export function SelectionBar({ onOpen }: { readonly onOpen: () => void }) {
  const words = useEditorWords();
  const editor = useEditor();
  const { selection, history } = useEditorState();
  const { copy, paste } = useClip();
  const [name = ""] = selection;
  const stored = selection.size === 1 ? widgetOf(history.present, name) : undefined;
  const chosen = stored ? widgetName(stored, words) : words.severalChosen(selection.size);
  return (
    <div
      className="edit-bar row"
      data-chosen={selection.size > 0 || undefined}
      role="toolbar"
      aria-label={words.selection}
    >
      {selection.size > 0 && (
        <>
          <span className="cut grow">{chosen}</span>
          {stored && <Tool icon="settings" text={words.settings} onPress={onOpen} />}
          <Tool icon="copy" text={words.copy} onPress={copy} />
          <Tool icon="plus" text={words.duplicate} onPress={() => editor.duplicate()} />
          {selection.size > 1 && (
            <Menu label={words.align} button={<Icon name="menu" />}>
              {alignments.map((one) => (
                <button key={one} type="button" className="menu-item" data-closes onClick={() => editor.align(one)}>
                  {words.alignments[one]}
                </button>
              ))}
            </Menu>
          )}
          <Tool icon="trash" text={words.remove} onPress={() => editor.remove()} />
        </>
      )}
      {selection.size === 0 && (
        <>
          <span className="grow" />
          <button type="button" className="button ghost small" onClick={paste}>
            {words.paste}
          </button>
          <button type="button" className="button ghost small" onClick={() => editor.tidy()}>
            {words.tidy}
          </button>
        </>
      )}
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly text: string;
  readonly onPress: () => void;
}

const Tool = ({ icon, text, onPress }: ToolProps) => (
  <button type="button" className="button ghost square" aria-label={text} title={text} onClick={onPress}>
    <Icon name={icon} />
  </button>
);
