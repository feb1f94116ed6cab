export const root: string;
export function doOnce(purpose: string, isDone: () => boolean, work: () => void | Promise<void>): Promise<void>;
