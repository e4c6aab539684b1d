/** Hash types, which define the parts of a transaction that a signature covers. */
export const SIGHASH = { ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const

const BASE_MASK = 0x1f

/** Returns true if the signature covers only its own input. */
export function isAnyoneCanPay(hashType: number): boolean {
  return (hashType & SIGHASH.ANYONECANPAY) !== 0
}

/** Returns true if the signature covers no outputs. */
export function isNone(hashType: number): boolean {
  return (hashType & BASE_MASK) === SIGHASH.NONE
}

/** Returns true if the signature covers only the output with the input's own index. */
export function isSingle(hashType: number): boolean {
  return (hashType & BASE_MASK) === SIGHASH.SINGLE
}
