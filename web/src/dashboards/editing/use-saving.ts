import type { DashboardRecord } from "@heliograph/contract";
import { type QueryClient, useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { dashboard, saveDashboard } from "../../api/dashboards.ts";
import { isRefusal } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { dashboardSaved } from "../dashboard-saved.ts";
import { useEditor } from "./use-editor.ts";
import { wrongWidgets } from "./widget-problem.ts";
import { useEditorWords } from "./words/words.ts";

/** Saves what is there, once at a time; what is done meanwhile stays unsaved. */
export function useSaving(dashboardId: string, client: QueryClient) {
  const editor = useEditor();
  const words = useEditorWords();
  const [isWrong, setWrong] = useState(false);
  const [theirs, setTheirs] = useState<DashboardRecord>();
  const [saved, setSaved] = useState<DashboardRecord>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { base, history } = editor.state.get();
      const { title, configuration } = history.present;
      const body = { id: { id: dashboardId }, version: base.version, title, configuration };
      const record = await saveDashboard(body).catch(async (refused: unknown) => {
        if (!isRefusal(refused, "DASHBOARD_STALE")) throw refused;
        setTheirs(await client.fetchQuery({ ...dashboard(dashboardId), staleTime: 0 }));
        return undefined;
      });
      if (!record) return;
      editor.saved(record.version, history.present);
      dashboardSaved(client, record);
      setSaved(record);
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
  return { save, isSaving: isPending, error, isWrong, saved, theirs, settle: () => setTheirs(undefined) };
}
