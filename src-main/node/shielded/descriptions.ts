/** Views of the fields of a spend, 384 bytes (shielded.md §2). */
export interface SpendDescription {
  readonly cv: Uint8Array
  readonly anchor: Uint8Array
  readonly nullifier: Uint8Array
  readonly rk: Uint8Array
  readonly proof: Uint8Array
  readonly spendAuthSig: Uint8Array
}

/** Views of the fields of an output, 948 bytes. */
export interface OutputDescription {
  readonly cv: Uint8Array
  readonly cmu: Uint8Array
  readonly ephemeralKey: Uint8Array
  readonly encCiphertext: Uint8Array
  readonly outCiphertext: Uint8Array
  readonly proof: Uint8Array
}

/** Views of the fields of a JoinSplit, 1698 bytes with a Groth16 proof or 1802 with a PHGR13 proof. */
export interface JoinSplitDescription {
  /** satoshis, int64 */
  readonly vpubOld: bigint
  readonly vpubNew: bigint
  readonly anchor: Uint8Array
  readonly nullifiers: readonly [Uint8Array, Uint8Array]
  readonly commitments: readonly [Uint8Array, Uint8Array]
  readonly ephemeralKey: Uint8Array
  readonly randomSeed: Uint8Array
  readonly macs: readonly [Uint8Array, Uint8Array]
  /** 192 bytes in version 4, 296 before */
  readonly proof: Uint8Array
  readonly ciphertexts: readonly [Uint8Array, Uint8Array]
}

/** Bytes of a JoinSplit before its proof. */
const BEFORE_PROOF = 16 + 9 * 32
const CIPHERTEXT = 601

export function readSpend(raw: Uint8Array): SpendDescription {
  return {
    cv: raw.subarray(0, 32),
    anchor: raw.subarray(32, 64),
    nullifier: raw.subarray(64, 96),
    rk: raw.subarray(96, 128),
    proof: raw.subarray(128, 320),
    spendAuthSig: raw.subarray(320, 384),
  }
}

export function readOutput(raw: Uint8Array): OutputDescription {
  return {
    cv: raw.subarray(0, 32),
    cmu: raw.subarray(32, 64),
    ephemeralKey: raw.subarray(64, 96),
    encCiphertext: raw.subarray(96, 676),
    outCiphertext: raw.subarray(676, 756),
    proof: raw.subarray(756, 948),
  }
}

export function readJoinSplit(raw: Uint8Array): JoinSplitDescription {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  /** n-th field of 32 bytes after the two amounts */
  const field = (n: number) => raw.subarray(16 + n * 32, 48 + n * 32)
  const [first, second] = [raw.length - 2 * CIPHERTEXT, raw.length - CIPHERTEXT]
  return {
    vpubOld: view.getBigInt64(0, true),
    vpubNew: view.getBigInt64(8, true),
    anchor: field(0),
    nullifiers: [field(1), field(2)],
    commitments: [field(3), field(4)],
    ephemeralKey: field(5),
    randomSeed: field(6),
    macs: [field(7), field(8)],
    proof: raw.subarray(BEFORE_PROOF, first),
    ciphertexts: [raw.subarray(first, second), raw.subarray(second)],
  }
}
