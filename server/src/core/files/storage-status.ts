/** Where the bytes of a file are [FILE2]; the numbers are the API's. */
export const storageStatus = { onDevice: 0, requested: 1, onServer: 2, onBoth: 3 } as const;
export type StorageStatus = (typeof storageStatus)[keyof typeof storageStatus];

export type FileEvent =
  /** ATTN or RETURN_LIST names it. */
  | "announced"
  /** A user asks the device for it. */
  | "requested"
  /** The request ended without the file: RETURN_ERROR, cancelled, expired. */
  | "request-ended"
  /** RETURN_FILE or UPLOAD is stored. */
  | "delivered"
  /** A user uploads it. */
  | "uploaded"
  /** A user deletes it. */
  | "deleted"
  /** A list that covers it does not name it. */
  | "missing-from-list";

type State = StorageStatus | "unknown";
type NextState = StorageStatus | "gone";

const { onDevice, requested, onServer, onBoth } = storageStatus;

/** The life of a file, all of it [FILE2]. Where a state does not name an event, the event changes nothing. */
const transitions: Readonly<Record<State, Partial<Record<FileEvent, NextState>>>> = {
  unknown: { announced: onDevice, delivered: onBoth, uploaded: onServer },
  [onDevice]: { requested, delivered: onBoth, uploaded: onServer, "missing-from-list": "gone" },
  [requested]: { "request-ended": onDevice, delivered: onBoth, uploaded: onServer },
  [onServer]: { announced: onBoth, delivered: onBoth, deleted: "gone" },
  [onBoth]: { uploaded: onServer, deleted: onDevice, "missing-from-list": onServer },
};

/** The state after the event; the same one when the event changes nothing. */
export const stateAfter = <S extends State>(state: S, event: FileEvent): NextState | S =>
  transitions[state][event] ?? state;

/** Every change the event makes to files we know, for those who change many at once. */
export const changesBy = (event: FileEvent): { readonly from: StorageStatus; readonly to: NextState }[] =>
  Object.values(storageStatus).flatMap((from) => {
    const to = transitions[from][event];
    return to === undefined ? [] : [{ from, to }];
  });

/** The states in which the server has the bytes. */
export const heldStatuses: readonly StorageStatus[] = [onServer, onBoth];
