/** Hash types: what of a transaction a signature covers. */
export const SIGHASH = { ALL: 1, NONE: 2, SINGLE: 3, ANYONECANPAY: 0x80 } as const

const BASE_MASK = 0x1f

/** Only this input. */
export function isAnyoneCanPay(hashType: number): boolean {
  return (hashType & SIGHASH.ANYONECANPAY) !== 0
}

/** No outputs. */
export function isNone(hashType: number): boolean {
  return (hashType & BASE_MASK) === SIGHASH.NONE
}

/** Only the output of the input's own index. */
export function isSingle(hashType: number): boolean {
  return (hashType & BASE_MASK) === SIGHASH.SINGLE
}
