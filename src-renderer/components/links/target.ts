import { readTypedWhole } from '#shared/figures.ts'
import { isAddressShaped, isHashShaped, isPubKeyShaped } from '#shared/protocol/shapes.ts'

/** Chain object that has a page. `hash`: a hash of unknown kind, which the page looks up. */
export interface ChainTarget {
  readonly kind: 'transaction' | 'block' | 'address' | 'token' | 'hash'
  /** Id or hash in lower case, height in digits, or address. */
  readonly id: string
}

/**
 * An address without digits (0.5 % of all) is accepted if it has a capital after a lower-case letter. Long words rarely
 * have one.
 */
const isAddress = (text: string): boolean => isAddressShaped(text) && /\d|[a-z].*[A-Z]/.test(text)

const HEIGHT = /^\d{1,9}$/

/** Answer fields whose 64 hex digits do not identify an object with a page. */
const NO_HASH = new Set([
  ...['merkleroot', 'finalsaplingroot', 'anchor', 'chainwork', 'nonce', 'solution', 'bits', 'hex', 'data', 'asm'],
  ...['hash_serialized', 'scriptpubkey', 'script', 'scriptsig', 'digest'],
])
const HEIGHTS = new Set(['height', 'blockheight', 'spentheight', 'blocks', 'headers', 'startingheight', 'bestheight'])
const BLOCKS = new Set(['hash', 'blockhash', 'previousblockhash', 'nextblockhash', 'bestblockhash', 'bestblock'])
const TRANSACTIONS = new Set(['txid', 'spenttxid', 'prevtxid', 'tx', 'depends', 'walletconflicts'])

/**
 * Returns the chain object that a plain value of an answer identifies, or undefined if it has no page. Decides by the
 * value's shape and field name. An item of a list has the field name of its list.
 */
export function parseLeafTarget(field: string | undefined, value: string): ChainTarget | undefined {
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

/** Link copied from this window. */
const COPIED_LINK = /#\/(tx|block|tokens|addresses|find)\/([0-9A-Za-z]{1,64})(?:[?#].*)?$/
const LINK_KINDS: Readonly<Record<string, ChainTarget['kind']>> = {
  ...{ tx: 'transaction', block: 'block', tokens: 'token', addresses: 'address', find: 'hash' },
}

/**
 * Parses typed or pasted text that can only be a height, a hash, an address or a link of this window; otherwise returns
 * undefined. A public key gets the kind `pubkey`, because only the node can derive its address.
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
