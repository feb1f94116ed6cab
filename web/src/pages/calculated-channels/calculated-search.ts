/** Of what the list is, or a new one begins with. */
export interface CalculatedSearch {
  readonly type?: string;
  readonly device?: string;
}

export const calculatedSearchOf = ({ type, device }: Record<string, unknown>): CalculatedSearch => ({
  ...(typeof type === "string" && { type }),
  ...(typeof device === "string" && { device }),
});
