import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import type { Method } from '#shared/rpc/define.ts'
import { type PageCall, withValue } from './pageCall.ts'
import { type SealedStore, withoutSignatures } from './sealedStore.ts'

/** A call whose handles are replaced by transactions, and the reverse for its result. */
export interface OpenedCall {
  readonly call: PageCall
  /** Returns the result without signed bytes. */
  close(result: string): string
}

const takesTransactions = (method: Method) => method.params.some(({ traits }) => traits.transaction === true)

/**
 * Keeps signed bytes from the page: replaces transactions in results by handles, and handles in calls by transactions.
 */
export class Sealing {
  readonly #store: SealedStore
  readonly #enabled: boolean

  constructor(store: SealedStore, enabled: boolean) {
    this.#store = store
    this.#enabled = enabled
  }

  /** Returns true if calls of this method may contain handles or return signed bytes. */
  concerns(method: Method): boolean {
    return method.signed !== undefined || (this.#enabled && takesTransactions(method))
  }

  /** Returns true if the wallet of this chain built exactly these bytes for the page. */
  isBuilt(chain: string, hex: string): boolean {
    return this.#store.has(chain, hex)
  }

  /** @param chain id of the chain that handles the call; undefined for chain-management calls */
  open(given: PageCall, chain: string | undefined): OpenedCall {
    if (chain === undefined) return { call: given, close: (result) => result }
    if (!this.#enabled) return { call: given, close: (result) => this.#remember(result, given.method, chain) }
    let call = given
    let opened = false
    given.method.params.forEach(({ name, traits }, index) => {
      const text = given.values[index]
      const hex = traits.transaction === true && typeof text === 'string' ? this.#store.open(chain, text) : undefined
      if (hex === undefined) return
      call = withValue(call, name, hex)
      opened = true
    })
    const { signed = [] } = given.method
    return {
      call,
      close: (result) => {
        if (!opened && signed.length === 0) return result
        return stringifyJson(withoutSignatures(this.#sealMembers(parseJson(result), signed, chain)))
      },
    }
  }

  /** Records the bytes for a page that gets them unsealed, to recognize what it may send without a prompt. */
  #remember(result: string, { signed = [] }: Method, chain: string): string {
    if (signed.length > 0) this.#sealMembers(parseJson(result), signed, chain)
    return result
  }

  #sealMembers(value: JsonValue, members: readonly string[], chain: string): JsonValue {
    if (!(value instanceof Map)) return value
    const sealed: JsonObject = new Map(value)
    const seal = (hex: JsonValue) => (typeof hex === 'string' && hex !== '' ? this.#store.seal(chain, hex) : hex)
    for (const name of members) {
      const member = value.get(name)
      if (member !== undefined) sealed.set(name, Array.isArray(member) ? member.map(seal) : seal(member))
    }
    return sealed
  }
}
