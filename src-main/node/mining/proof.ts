/** A hash as the number that is compared with the target: little-endian. */
export function hashNumber(hash: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(hash).reverse().toString('hex')}`)
}

/** The next nonce, in place. */
export function increment(nonce: Uint8Array): void {
  for (let at = 0; at < nonce.length; at++) {
    nonce[at] = (nonce[at]! + 1) & 0xff
    if (nonce[at] !== 0) return
  }
}
