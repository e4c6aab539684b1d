/**
 * Returns a count with its English noun: "1 block", "2 blocks".
 * @param figure the count as it is shown
 */
export const plural = (count: number, noun: string, figure = String(count)): string =>
  `${figure} ${noun}${count === 1 ? '' : 's'}`
