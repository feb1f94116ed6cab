const hidden = "***";

/** Device and download tokens stand in URLs of this API family; logs never hold them [API2]. */
const secretsInUrls: readonly [RegExp, string][] = [
  [/(\/filelist\/list\/deviceid\/)[^/?]+/gi, `$1${hidden}`],
  [/(\/data-files\/[^/]+\/token\/)[^/?]+/gi, `$1${hidden}`],
  [/(\/api\/v1\/)[^/?]+/gi, `$1${hidden}`],
  [/([?&](?:ID|token|accessToken|access_token|refreshToken|password)=)[^&]*/gi, `$1${hidden}`],
];

export const loggableUrl = (url: string): string =>
  secretsInUrls.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), url);
