const SATOSHIS = 1e8
const DECIMALS = 8
/** Digits of a double's fraction that tell whether it lies exactly between two texts. */
const EXACT = 40
/** Of a satoshi; above this a product of doubles is in doubt only far from any tie. */
const NEAR_TIE = 0.01

/** Coins for a unit (tokens.md §5). */
export function priceText(satoshis: bigint, units: bigint): string {
  return eightDecimals(Number(satoshis) / (SATOSHIS * Number(units)))
}

/** @param rate satoshis for a unit */
export function rateText(rate: number): string {
  return eightDecimals(rate / SATOSHIS)
}

/** As C prints a double: of two texts that are equally near, the one whose last digit is even. */
function eightDecimals(coins: number): string {
  const text = coins.toFixed(DECIMALS)
  const satoshis = coins * SATOSHIS
  // Forty digits take long: they are looked at only where the ninth may be a five with nothing behind it.
  if (Math.abs(satoshis - Math.floor(satoshis) - 0.5) > NEAR_TIE) return text
  const exact = coins.toFixed(EXACT)
  const cut = exact.slice(0, DECIMALS - EXACT)
  const isTie = /^50*$/.test(exact.slice(DECIMALS - EXACT))
  return isTie && Number(cut.at(-1)) % 2 === 0 ? cut : text
}
