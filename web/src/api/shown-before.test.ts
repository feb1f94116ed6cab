import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { keptWhere } from "./shown-before.ts";

/** Shown for a question that is not answered yet, after another one was answered. */
async function shownAfter(answered: readonly unknown[], next: readonly unknown[], kept: ReturnType<typeof keptWhere>) {
  const client = new QueryClient();
  const asked = (queryKey: readonly unknown[], queryFn: () => Promise<string>) => ({
    ...{ queryKey, queryFn, placeholderData: kept },
  });
  client.setQueryData(answered, "answer");
  const observer = new QueryObserver<string>(client, { ...asked(answered, async () => "answer"), staleTime: 60_000 });
  const stop = observer.subscribe(() => undefined);
  observer.setOptions(asked(next, () => new Promise(() => undefined)));
  const { data } = observer.getCurrentResult();
  stop();
  client.clear();
  return data;
}

test("what was shown stays for another time of the same device, not for another device", async () => {
  const ofPump = keptWhere({ beginning: ["files", "pump", "in time"] });
  const ofFan = keptWhere({ beginning: ["files", "fan", "in time"] });

  expect(await shownAfter(["files", "pump", "in time", 1], ["files", "pump", "in time", 2], ofPump)).toBe("answer");
  expect(await shownAfter(["files", "pump", "in time", 1], ["files", "fan", "in time", 1], ofFan)).toBeUndefined();
});

test("where the beginning does not tell, the question is asked whether it fits", async () => {
  const kept = keptWhere({ beginning: ["notes"], fits: ([, ids]) => ids === "pump" });

  expect(await shownAfter(["notes", "pump", 1], ["notes", "pump,fan", 1], kept)).toBe("answer");
  expect(await shownAfter(["notes", "fan", 1], ["notes", "pump,fan", 1], kept)).toBeUndefined();
});
