/** Parses a number as C's atoi does: ignores characters after the digits, and returns 0 without digits. */
export const leadingInt = (text: string): number => Number.parseInt(text, 10) | 0
