interface Page<T> {
  readonly data: readonly T[];
  readonly hasNext: boolean;
}

/**
 * Every record of a list, page by page: `for await (const device of everyRecord(api.devices.list, { tenantId }))`.
 * Records that come or go meanwhile may be seen twice or not at all, as in every list that is read in pages.
 */
export async function* everyRecord<Input extends object, T>(
  list: (input: Input & { readonly page: number; readonly limit: number }) => Promise<Page<T>>,
  input: Input,
  pageSize = 1_000,
): AsyncGenerator<T> {
  for (let page = 0; ; page++) {
    const { data, hasNext } = await list({ ...input, page, limit: pageSize });
    yield* data;
    if (!hasNext) return;
  }
}
