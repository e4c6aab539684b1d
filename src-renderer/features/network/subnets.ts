/** Display of addresses and ranges. The node validates them. */
import { t } from '../../i18n/texts.ts'
import { groupDigits } from '../../ui/format.ts'

function prefixOfDotted(mask: string): number | undefined {
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
  return /^1*0*$/.test(bits) && bits.length === 32 ? bits.replaceAll('0', '').length : undefined
}

function prefixOfGroups(mask: string): number | undefined {
  const groups = mask.split(':')
  const bits = groups
    .map((part) =>
      Number.parseInt(part || '0', 16)
        .toString(2)
        .padStart(16, '0'),
    )
    .join('')
  return /^1*0*$/.test(bits) && bits.length === 128 ? bits.replaceAll('0', '').length : undefined
}

/** "203.0.113.0/255.255.255.0" → "203.0.113.0/24"; one address stands alone; masks with holes stay as they are. */
export function shortSubnet(subnet: string): string {
  const [address = '', mask = ''] = subnet.split('/')
  const wide = mask.includes(':')
  const prefix = wide ? prefixOfGroups(mask) : prefixOfDotted(mask)
  if (prefix === undefined) return subnet
  return prefix === (wide ? 128 : 32) ? address : `${address}/${prefix}`
}

/** What one owner usually has around an address: its /24, or the /64 of IPv6. */
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

/** "256 addresses", "2⁹⁶ addresses": a number with thirty digits is unreadable. */
export function coversText(covers: string): string {
  const count = BigInt(covers)
  if (count === 1n) return t('network:covers.one')
  if (count < 10n ** 10n) return t('network:covers.many', { addresses: groupDigits(count) })
  const exponent = String(count.toString(2).length - 1)
  const power = Array.from(exponent, (digit) => SUPERSCRIPT[Number(digit)]).join('')
  return t('network:covers.many', { addresses: `2${power}` })
}
