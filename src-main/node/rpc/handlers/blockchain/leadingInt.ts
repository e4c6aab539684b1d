/** A number as C's atoi reads it: what comes after the digits is ignored, and a text without any is 0. */
export const leadingInt = (text: string): number => Number.parseInt(text, 10) | 0
