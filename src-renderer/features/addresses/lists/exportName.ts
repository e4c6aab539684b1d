import type { AddressScope } from '../addressScope.ts'

/** A file name that says what is inside; an address is included only if it is valid. */
export function exportName({ address, ccvout }: AddressScope, what: string): string {
  return `${address.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 40)}-${ccvout ? 'cc-' : ''}${what}`
}
