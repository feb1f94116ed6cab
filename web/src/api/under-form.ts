/**
 * Of what a form is filled with: read when its page is opened, and then only when it is asked for. What became newer under
 * a form by itself would be saved over by it, and nobody told.
 */
export const underForm = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: "always" } as const;
