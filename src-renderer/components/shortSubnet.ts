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

/**
 * Converts "203.0.113.0/255.255.255.0" to "203.0.113.0/24". A single address loses its mask; non-contiguous masks are
 * kept.
 */
export function shortSubnet(subnet: string): string {
  const [address = '', mask = ''] = subnet.split('/')
  const wide = mask.includes(':')
  const prefix = wide ? prefixOfGroups(mask) : prefixOfDotted(mask)
  if (prefix === undefined) return subnet
  return prefix === (wide ? 128 : 32) ? address : `${address}/${prefix}`
}
