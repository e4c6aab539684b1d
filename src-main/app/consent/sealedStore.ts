/**
 * Stores signed transactions that the page uses without seeing them. The page gets a handle, which looks like hex, and
 * may pass it in every parameter that takes a transaction. A handle belongs to one chain.
 */
import { createHash } from 'node:crypto'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'

const HANDLE_LENGTH = 64
const MAX_SEALED = 512
/** Maximum total number of hex characters stored. */
const MAX_SEALED_TEXT = 32_000_000

interface SealedTransaction {
  readonly chain: string
  readonly hex: string
  readonly key: string
}

const computeDigest = (chain: string, hex: string) => createHash('sha256').update(`${chain}\n${hex}`).digest('hex')

/** Signed transactions of one page; the oldest are dropped first. */
export class SealedStore {
  readonly #random: () => string
  readonly #byHandle = new Map<string, SealedTransaction>()
  /** handles by digest of chain and bytes */
  readonly #handles = new Map<string, string>()
  #size = 0

  /** @param random returns 32 random bytes as hex */
  constructor(random: () => string) {
    this.#random = random
  }

  /** Returns the handle for these bytes on this chain; equal bytes get the same handle. */
  seal(chain: string, hex: string): string {
    const key = computeDigest(chain, hex)
    const known = this.#handles.get(key)
    const handle = known ?? this.#random()
    const sealed = known === undefined ? { chain, hex, key } : this.#byHandle.get(known)
    if (sealed === undefined) throw new Error('no transaction for this handle')
    this.#forget(handle)
    this.#byHandle.set(handle, sealed)
    this.#handles.set(key, handle)
    this.#size += hex.length
    for (const oldest of this.#byHandle.keys()) {
      if (this.#byHandle.size <= MAX_SEALED && this.#size <= MAX_SEALED_TEXT) break
      if (oldest !== handle) this.#forget(oldest)
    }
    return handle
  }

  /** Returns true if these bytes were sealed on this chain and are still stored. */
  has(chain: string, hex: string): boolean {
    return this.#handles.has(computeDigest(chain, hex))
  }

  /**
   * Returns the bytes for one handle or several concatenated handles, as `signrawtransaction` accepts; undefined if the
   * text is not made of handles.
   * @throws RpcError if a handle belongs to another chain
   */
  open(chain: string, text: string): string | undefined {
    if (text.length === 0 || text.length % HANDLE_LENGTH !== 0) return undefined
    const opened: string[] = []
    for (let at = 0; at < text.length; at += HANDLE_LENGTH) {
      const hex = this.#openOne(chain, text.slice(at, at + HANDLE_LENGTH).toLowerCase())
      if (hex === undefined) return undefined
      opened.push(hex)
    }
    return opened.join('')
  }

  #openOne(chain: string, handle: string): string | undefined {
    const sealed = this.#byHandle.get(handle)
    if (sealed === undefined) return undefined
    if (sealed.chain === chain) return sealed.hex
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'This transaction was made on another chain')
  }

  #forget(handle: string): void {
    const sealed = this.#byHandle.get(handle)
    if (sealed === undefined) return
    this.#byHandle.delete(handle)
    this.#handles.delete(sealed.key)
    this.#size -= sealed.hex.length
  }
}

const BLANK: Readonly<Record<string, JsonValue>> = { asm: '', hex: '' }

/** Returns a result without input scripts at any depth, because they contain the signatures. */
export function withoutSignatures(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSignatures)
  if (!(value instanceof Map)) return value
  return new Map(
    [...value].map(([name, member]) => [name, name === 'scriptSig' ? blank(member) : withoutSignatures(member)]),
  )
}

function blank(value: JsonValue): JsonValue {
  if (value instanceof Map) return new Map([...value].map(([name]) => [name, BLANK[name] ?? '']))
  return ''
}
