const SATOSHIS = 1e8
const DECIMALS = 8
/** Digits of a double's fraction that decide whether it is a tie, exactly between two texts. */
const EXACT = 40
/** In satoshis. Above this distance from a tie, rounding errors of a product of doubles do not matter. */
const NEAR_TIE = 0.01

/** Formats the price of a unit in coins (tokens.md §5). */
export function priceText(satoshis: bigint, units: bigint): string {
  return eightDecimals(Number(satoshis) / (SATOSHIS * Number(units)))
}

/** @param rate satoshis per unit */
export function rateText(rate: number): string {
  return eightDecimals(rate / SATOSHIS)
}

/** Formats like C's printf: a tie rounds to the even digit. */
function eightDecimals(coins: number): string {
  const text = coins.toFixed(DECIMALS)
  const satoshis = coins * SATOSHIS
  // Formatting forty digits is slow, so it is only done near a tie.
  if (Math.abs(satoshis - Math.floor(satoshis) - 0.5) > NEAR_TIE) return text
  const exact = coins.toFixed(EXACT)
  const cut = exact.slice(0, DECIMALS - EXACT)
  const isTie = /^50*$/.test(exact.slice(DECIMALS - EXACT))
  return isTie && Number(cut.at(-1)) % 2 === 0 ? cut : text
}
