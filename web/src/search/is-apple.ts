/** Where keys have other names. */
export const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent);
