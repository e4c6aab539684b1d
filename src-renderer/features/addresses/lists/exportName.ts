import type { AddressScope } from '../addressScope.ts'

/** Returns a file name that describes the content. The address is sanitized. */
export function exportName({ address, ccvout }: AddressScope, what: string): string {
  return `${address.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 40)}-${ccvout ? 'cc-' : ''}${what}`
}
