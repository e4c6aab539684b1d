/** Increments the nonce in place. */
export function increment(nonce: Uint8Array): void {
  for (let at = 0; at < nonce.length; at++) {
    nonce[at] = (nonce[at]! + 1) & 0xff
    if (nonce[at] !== 0) return
  }
}
