import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { pins, savePins } from "../../../api/overview.ts";
import { useFirstWords } from "../../../i18n/messages.tsx";
import { errorText } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

/** The channels one keeps in sight, and how to choose others: shown at once, taken back when the server refuses. */
export function usePins(deviceId: string) {
  const m = useFirstWords();
  const client = useQueryClient();
  const query = pins(deviceId);
  const { data } = useQuery(query);
  const { mutateAsync } = useMutation({
    mutationFn: (keys: readonly string[] | null) => savePins(deviceId, keys),
    onMutate: async (keys) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      const before = client.getQueryData(query.queryKey);
      client.setQueryData(query.queryKey, { keys: keys && [...keys] });
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(query.queryKey, before);
      toast(errorText(error, m));
    },
  });
  return { own: data?.keys, choose: mutateAsync };
}
