import type { DashboardRecord } from "@heliograph/contract";
import { type QueryClient, useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { dashboard, saveDashboard } from "../../api/dashboards.ts";
import { toast } from "../../ui/toast.tsx";
import { useEditor } from "./use-editor.ts";
import { wrongWidgets } from "./widget-problem.ts";
import { useEditorWords } from "./words/words.ts";

/** Everywhere else the dashboard is what was saved. */
export function dashboardSaved(client: QueryClient, record: DashboardRecord): void {
  client.setQueryData(dashboard(record.id.id).queryKey, record);
  for (const key of ["dashboards", "dashboard-versions"]) void client.invalidateQueries({ queryKey: [key] });
}

/** Saves what is there, once at a time; what is done meanwhile stays unsaved. */
export function useSaving(dashboardId: string, client: QueryClient) {
  const editor = useEditor();
  const words = useEditorWords();
  const [isWrong, setWrong] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const { base, history } = editor.state.get();
      const { title, configuration } = history.present;
      const record = await saveDashboard({ id: { id: dashboardId }, version: base.version, title, configuration });
      editor.saved(record.version, history.present);
      dashboardSaved(client, record);
      toast(words.saved);
    },
  });
  const save = useCallback(() => {
    const { base, history } = editor.state.get();
    if (isPending || base.content === history.present) return;
    const hasWrong = wrongWidgets(history.present.configuration).length > 0;
    setWrong(hasWrong);
    if (!hasWrong) mutate();
  }, [editor, mutate, isPending]);
  return { save, isSaving: isPending, error, forget: reset, isWrong };
}
