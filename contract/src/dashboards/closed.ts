/** Unknown fields are refused: a typing error is not to be an option that silently does nothing [DSH1]. */
export const closed = { additionalProperties: false };
