import { readTypedWhole } from '#shared/figures.ts'
import { isAddressShaped, isHashShaped, isPubKeyShaped } from '#shared/protocol/shapes.ts'

/** Something of the chain that has a page. `hash`: it is only known that it is one; the page finds out of what. */
export interface ChainTarget {
  readonly kind: 'transaction' | 'block' | 'address' | 'token' | 'hash'
  /** an id or hash in lower case, a height in digits, or an address */
  readonly id: string
}

/** One address in two hundred has no digit; a long word has none either, but seldom capitals in its middle. */
const isAddress = (text: string): boolean => isAddressShaped(text) && /\d|[a-z].*[A-Z]/.test(text)

const HEIGHT = /^\d{1,9}$/

/** Fields of answers whose 64 hex digits name nothing that has a page. */
const NO_HASH = new Set([
  ...['merkleroot', 'finalsaplingroot', 'anchor', 'chainwork', 'nonce', 'solution', 'bits', 'hex', 'data', 'asm'],
  ...['hash_serialized', 'scriptpubkey', 'script', 'scriptsig', 'digest'],
])
const HEIGHTS = new Set(['height', 'blockheight', 'spentheight', 'blocks', 'headers', 'startingheight', 'bestheight'])
const BLOCKS = new Set(['hash', 'blockhash', 'previousblockhash', 'nextblockhash', 'bestblockhash', 'bestblock'])
const TRANSACTIONS = new Set(['txid', 'spenttxid', 'prevtxid', 'tx', 'depends', 'walletconflicts'])

/**
 * What a plain value of an answer names, by its shape and the name of its field (of the list it is in, for an item).
 * Undefined: nothing that has a page.
 */
export function targetOf(field: string | undefined, value: string): ChainTarget | undefined {
  const name = field?.toLowerCase() ?? ''
  if (isHashShaped(value)) {
    if (NO_HASH.has(name)) return undefined
    if (name === 'tokenid') return { kind: 'token', id: value }
    if (BLOCKS.has(name)) return { kind: 'block', id: value }
    return { kind: TRANSACTIONS.has(name) ? 'transaction' : 'hash', id: value }
  }
  if (HEIGHTS.has(name) && HEIGHT.test(value)) return { kind: 'block', id: value }
  return isAddress(value) && !NO_HASH.has(name) ? { kind: 'address', id: value } : undefined
}

/** The page that a link, copied from this window, leads to. */
const COPIED_LINK = /#\/(tx|block|tokens|addresses|find)\/([0-9A-Za-z]{1,64})(?:[?#].*)?$/
const LINK_KINDS: Readonly<Record<string, ChainTarget['kind']>> = {
  ...{ tx: 'transaction', block: 'block', tokens: 'token', addresses: 'address', find: 'hash' },
}

/**
 * What a person typed or pasted, where it can only be one kind of thing: a height, a hash, an address, a link of this
 * window. A public key is `pubkey`, because only the node knows its address.
 */
export function readTyped(text: string): ChainTarget | { readonly kind: 'pubkey'; readonly id: string } | undefined {
  const trimmed = text.trim()
  const link = COPIED_LINK.exec(trimmed)
  const [, page = '', id = ''] = link ?? []
  const kind = LINK_KINDS[page]
  if (kind) return { kind, id }
  const height = readTypedWhole(trimmed.replace(/^#/, ''), 9)
  if (height !== undefined) return { kind: 'block', id: height }
  const low = trimmed.toLowerCase().replace(/^0x/, '')
  if (isHashShaped(low)) return { kind: 'hash', id: low }
  if (isPubKeyShaped(low)) return { kind: 'pubkey', id: low }
  return isAddress(trimmed) ? { kind: 'address', id: trimmed } : undefined
}
