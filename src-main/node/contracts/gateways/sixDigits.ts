/** Formats a number with six significant digits, as the reference's errors print amounts: 10, 0.5, 1e+06, 1.5e-07. */
export function sixDigits(value: number): string {
  if (value === 0) return '0'
  const [digits = '', power = '0'] = value.toExponential(5).split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return String(Number(value.toPrecision(6)))
  const sign = exponent < 0 ? '-' : '+'
  return `${Number(digits)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
}

/** Formats satoshis as coins with six significant digits. */
export const roughCoins = (satoshis: bigint): string => sixDigits(Number(satoshis) / 1e8)
