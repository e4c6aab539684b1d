import type { OutPoint } from '../../primitives/types.ts'
import { ByteReader, ByteWriter, toHex } from '../../util/index.ts'
import type { WalletFile } from '../file/index.ts'

/** All units of one token at one key. */
export interface KeyToken {
  /** 33 bytes */
  readonly pubkey: Uint8Array
  /** internal byte order */
  readonly tokenId: Uint8Array
}

/** Progress of an agreed move. */
export interface MoveStatus {
  /** true while transactions are being sent; otherwise the move waits for a block or for the wallet to be unlocked */
  readonly running: boolean
  /** transactions that can be sent now */
  readonly left: number
  /** token transfers whose fee is in unconfirmed change; they are sent after the next block */
  readonly waiting: number
  /** coins and tokens that move once they are spendable */
  readonly queued: number
  /** coins and tokens in unconfirmed transactions of the move */
  readonly unconfirmed: number
  /** reason why the last transaction could not be sent */
  readonly problem: string | undefined
}

/** Coins and tokens that the user agreed to move. Only these move, as soon as they are spendable. */
export interface MoveAgreement {
  /** unix seconds */
  readonly time: number
  readonly coins: readonly OutPoint[]
  readonly tokens: readonly KeyToken[]
}

const META_NAME = 'moveToPhrase'
const FORMAT = 1
const OUTPOINT_BYTES = 36
const PUBKEY_BYTES = 33
const HASH_BYTES = 32

export const keyTokenName = ({ pubkey, tokenId }: KeyToken): string => `${toHex(pubkey)} ${toHex(tokenId)}`

function encodeAgreement({ time, coins, tokens }: MoveAgreement): Uint8Array {
  const writer = new ByteWriter(32 + coins.length * OUTPOINT_BYTES + tokens.length * (PUBKEY_BYTES + HASH_BYTES))
  writer.u8(FORMAT).u64le(BigInt(time)).u32le(coins.length)
  for (const { hash, index } of coins) writer.bytes(hash).u32le(index)
  writer.u32le(tokens.length)
  for (const { pubkey, tokenId } of tokens) writer.bytes(pubkey).bytes(tokenId)
  return writer.finish()
}

function decodeAgreement(bytes: Uint8Array): MoveAgreement | undefined {
  const reader = new ByteReader(bytes)
  // A later version of this program may have written another format: its move is not continued; the user can agree
  // again.
  if (reader.u8() !== FORMAT) return undefined
  const time = Number(reader.u64le())
  const coins = Array.from({ length: reader.u32le() }, () => {
    return { hash: reader.bytes(HASH_BYTES).slice(), index: reader.u32le() }
  })
  const tokens = Array.from({ length: reader.u32le() }, () => {
    return { pubkey: reader.bytes(PUBKEY_BYTES).slice(), tokenId: reader.bytes(HASH_BYTES).slice() }
  })
  return { time, coins, tokens }
}

/**
 * Stores the agreement in the wallet file. Progress is not stored: the ledger knows which of the coins are still
 * unspent, so that a crash between two writes pays nothing twice.
 */
export class AgreedMove {
  readonly #file: Pick<WalletFile, 'meta' | 'setMeta' | 'dropMeta'>
  #agreement: MoveAgreement | undefined
  #count: () => MoveStatus | undefined = () => undefined
  #findBound: (signal?: AbortSignal) => Promise<ReadonlySet<string>> = async () => new Set()

  constructor(file: Pick<WalletFile, 'meta' | 'setMeta' | 'dropMeta'>) {
    this.#file = file
    const stored = file.meta(META_NAME)
    this.#agreement = stored && decodeAgreement(stored)
  }

  /** Returns the agreement, or undefined if no move is in progress. */
  get(): MoveAgreement | undefined {
    return this.#agreement
  }

  /** Returns the progress, or undefined if no move is in progress. */
  status(): MoveStatus | undefined {
    return this.#count()
  }

  /** Returns the names of old keys to which contracts bind assets. Empty before `countBy` was called. */
  bound(signal?: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#findBound(signal)
  }

  /** Sets the functions that count the remaining transactions and find the keys to which contracts bind assets. */
  countBy(
    count: () => MoveStatus | undefined,
    findBound: (signal?: AbortSignal) => Promise<ReadonlySet<string>>,
  ): void {
    this.#count = count
    this.#findBound = findBound
  }

  /** Replaces the agreement; durable on return. @throws WalletError `file` */
  set(agreement: MoveAgreement): void {
    this.#file.setMeta(META_NAME, encodeAgreement(agreement))
    this.#agreement = agreement
  }

  /** Ends the move; durable on return. */
  clear(): void {
    this.#file.dropMeta(META_NAME)
    this.#agreement = undefined
  }
}
