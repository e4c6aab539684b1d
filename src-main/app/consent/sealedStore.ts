/**
 * Signed transactions that the page uses without having them: it gets a handle, which looks like hex, and may pass it
 * wherever it would pass the transaction. A handle belongs to one chain.
 */
import { createHash } from 'node:crypto'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonValue } from '#shared/json.ts'

const HANDLE_LENGTH = 64
const MOST_SEALED = 512
/** Most characters of hex kept in total. */
const MOST_TEXT = 32_000_000

interface SealedTransaction {
  readonly chain: string
  readonly hex: string
  readonly key: string
}

export interface SealedStore {
  /** The handle of these bytes on this chain; the same bytes get the same one. */
  seal(chain: string, hex: string): string
  /**
   * The bytes for a text of one or several concatenated handles, as `signrawtransaction` takes them;
   * undefined: the text is something else.
   * @throws RpcError where one was made on another chain
   */
  open(chain: string, text: string): string | undefined
}

export function createSealedStore(random: () => string): SealedStore {
  const byHandle = new Map<string, SealedTransaction>()
  const handles = new Map<string, string>()
  let size = 0

  const forget = (handle: string) => {
    const sealed = byHandle.get(handle)
    if (sealed === undefined) return
    byHandle.delete(handle)
    handles.delete(sealed.key)
    size -= sealed.hex.length
  }
  const openOne = (chain: string, handle: string): string | undefined => {
    const sealed = byHandle.get(handle)
    if (sealed === undefined) return undefined
    if (sealed.chain === chain) return sealed.hex
    throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'This transaction was made on another chain')
  }

  return {
    seal(chain, hex) {
      const key = createHash('sha256').update(`${chain}\n${hex}`).digest('hex')
      const known = handles.get(key)
      const handle = known ?? random()
      const sealed = known === undefined ? { chain, hex, key } : byHandle.get(known)
      if (sealed === undefined) throw new Error('a handle without its transaction')
      forget(handle)
      byHandle.set(handle, sealed)
      handles.set(key, handle)
      size += hex.length
      for (const oldest of byHandle.keys()) {
        if (byHandle.size <= MOST_SEALED && size <= MOST_TEXT) break
        if (oldest !== handle) forget(oldest)
      }
      return handle
    },
    open(chain, text) {
      if (text.length === 0 || text.length % HANDLE_LENGTH !== 0) return undefined
      const opened: string[] = []
      for (let at = 0; at < text.length; at += HANDLE_LENGTH) {
        const hex = openOne(chain, text.slice(at, at + HANDLE_LENGTH).toLowerCase())
        if (hex === undefined) return undefined
        opened.push(hex)
      }
      return opened.join('')
    },
  }
}

const BLANK: Readonly<Record<string, JsonValue>> = { asm: '', hex: '' }

/** A result without input scripts, wherever they occur: they contain the signatures. */
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
