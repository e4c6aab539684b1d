/** The entry of a list of bans that covers every IPv4 or every IPv6 address, as people write it; undefined: none does. */
export function everybodyIn(bans: readonly { readonly address: string }[]): string | undefined {
  for (const { address } of bans) {
    if (/\/0(?:\.0\.0\.0)?$/.test(address)) return address.includes(':') ? '::/0' : '0.0.0.0/0'
    if (/^::\/(?:0|::)?$/.test(address)) return '::/0'
  }
  return undefined
}
