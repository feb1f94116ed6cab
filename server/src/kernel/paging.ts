/** The part of a list a caller wants: one page, or all of it as a stream. */
export interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly totalElements: number;
  readonly totalPages: number;
  readonly hasNext: boolean;
}

/** Far past the end `page * limit` is no longer exact; nothing lies there anyway. */
export const offsetOf = (request: PageRequest): number =>
  Math.min(request.page * request.limit, Number.MAX_SAFE_INTEGER);

export function pageOf<T>(data: readonly T[], totalElements: number, request: PageRequest): Page<T> {
  const totalPages = Math.ceil(totalElements / request.limit);
  return { data, totalElements, totalPages, hasNext: request.page + 1 < totalPages };
}
