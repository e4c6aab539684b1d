/** Formats addresses and ranges for display. The node validates them. */
import { t } from '../../i18n/texts.ts'
import { groupDigits } from '../../ui/format.ts'

/**
 * Returns the range that usually has one owner: the /24 around an IPv4 address, or the /64 around an IPv6 address.
 * Returns undefined for other addresses.
 */
export function neighbourhood(ip: string): string | undefined {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(ip)) return `${ip.replace(/\d+$/, '0')}/24`
  if (!ip.includes(':') || ip.includes('.')) return undefined
  const [head = '', tail] = ip.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - front.length - back.length
  const groups = [...front, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...back]
  if (groups.length !== 8) return undefined
  const network = groups.slice(0, 4)
  while (network.length > 1 && network.at(-1) === '0') network.pop()
  return `${network.join(':')}::/64`
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/**
 * Formats the number of covered addresses: "256 addresses", "2⁹⁶ addresses". A number with thirty digits is unreadable.
 */
export function coversText(covers: string): string {
  const count = BigInt(covers)
  if (count === 1n) return t('network:covers.one')
  if (count < 10n ** 10n) return t('network:covers.many', { addresses: groupDigits(count) })
  const exponent = String(count.toString(2).length - 1)
  const power = Array.from(exponent, (digit) => SUPERSCRIPT[Number(digit)]).join('')
  return t('network:covers.many', { addresses: `2${power}` })
}
